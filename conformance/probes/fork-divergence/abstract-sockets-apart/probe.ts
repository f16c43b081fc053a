import { defineProbe, endOf, holdsIf, unverified } from 'polygraph/probe'

// Abstract names belong to a network namespace, not to a file system. The listener ends by itself after 20 seconds.
const PYTHON = 'import socket, sys, time; name = "\\0" + sys.argv[1]; one = socket.socket(socket.AF_UNIX)'
const CONNECT = `${PYTHON}
for attempt in range(int(sys.argv[2])):
    if one.connect_ex(name) == 0: print("connected"); break
    time.sleep(0.05)
else: print("nobody there")`

export default defineProbe(async ({ fork, exec, shell, nonce }) => {
  const name = nonce()
  const [one, two] = [await fork(), await fork()]
  await shell(one, 'python3 -I -c "$1" "$2" < /dev/null > /dev/null 2>&1 &', { args: [`${PYTHON}; one.bind(name); one.listen(); time.sleep(20)`, name] })
  const own = await exec(one, ['python3', '-I', '-c', CONNECT, name, '100'])
  if (!endOf(own).includes('connected')) return unverified(`its own fork can't reach it: ${endOf(own)}`)
  const sibling = await exec(two, ['python3', '-I', '-c', CONNECT, name, '1'])
  return holdsIf(endOf(sibling) === 'exit 0: nobody there', `a sibling tried: ${endOf(sibling)}`)
})
