import { defineProbe, endOf, holdsIf, unverified } from 'polygraph/probe'

// The word is in the arguments of a process that the sibling starts, and that ends by itself.
export default defineProbe(async ({ fork, shell, seal, nonce }) => {
  const first = await fork()
  await shell(first, 'echo x > act')
  const sealed = await seal(first)
  const [one, two] = [await fork(sealed), await fork(sealed)]
  const word = nonce()
  await shell(one, 'sh -c "sleep 15; true" "$1" < /dev/null > /dev/null 2>&1 &', { args: [word] })
  const look = 'cat /proc/[0-9]*/cmdline 2> /dev/null | tr "\\0" "\\n"'
  const [own, sibling] = [await shell(one, look), await shell(two, look)]
  if (!Buffer.from(own.stdout).includes(word)) return unverified(`its own fork does not see it: ${endOf(own)}`)
  const seen = Buffer.from(sibling.stdout).includes(word)
  return holdsIf(!seen, seen ? 'a sibling saw the process and its arguments' : 'a sibling saw nothing of it')
})
