import { defineProbe, endOf, holdsIf, unsupported } from 'polygraph/probe'

// 0o1600 is IPC_CREAT with mode 0600, IPC_RMID is 0.
const PYTHON = 'import ctypes, sys; libc = ctypes.CDLL(None); key = int(sys.argv[1], 16)'

export default defineProbe(async ({ fork, exec, nonce }) => {
  const key = nonce(4).slice(1)
  const python = (line: string) => ['python3', '-I', '-c', `${PYTHON}; ${line}`, key]
  const [one, two] = [await fork(), await fork()]
  const made = await exec(one, python('sys.exit(libc.semget(key, 1, 0o1600) < 0)'))
  if (made.exitCode !== 0) return unsupported('no System V semaphores here')
  const seen = await exec(two, python('print("found" if libc.semget(key, 0, 0) >= 0 else "none")'))
  await exec(one, python('libc.semctl(libc.semget(key, 0, 0), 0, 0)'))
  return holdsIf(Buffer.from(seen.stdout).toString() === 'none\n', `a sibling looked for the semaphore: ${endOf(seen)}`)
})
