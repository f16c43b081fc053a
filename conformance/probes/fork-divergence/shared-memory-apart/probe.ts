import { defineProbe, endOf, holdsIf, unsupported } from 'polygraph/probe'

// Python names the segment by shm_open(3), which is a file in /dev/shm on Linux.
const OPEN = 'import sys; from multiprocessing import resource_tracker; resource_tracker.register = lambda *_: None; from multiprocessing.shared_memory import SharedMemory'

export default defineProbe(async ({ fork, exec, shell, nonce }) => {
  const name = `left-${nonce()}`
  const [one, two] = [await fork(), await fork()]
  const made = await exec(one, ['python3', '-I', '-c', `${OPEN}; SharedMemory(sys.argv[1], create=True, size=64)`, name])
  if (made.exitCode !== 0) return unsupported(`no shared memory here: ${endOf(made).slice(-200)}`)
  const seen = await exec(two, ['python3', '-I', '-c', `${OPEN}
try: print(SharedMemory(sys.argv[1]).size, "bytes found")
except FileNotFoundError: print("none")`, name])
  await shell(one, `rm -f /dev/shm/${name}`)
  return holdsIf(Buffer.from(seen.stdout).toString() === 'none\n', `a sibling looked for the segment: ${endOf(seen)}`)
})
