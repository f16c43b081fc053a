import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// listdir opens one descriptor itself, the lowest that is free: it is the one that can't be looked at afterwards.
const LOOK = `import os
for number in sorted(map(int, os.listdir("/proc/self/fd"))):
    try: os.fstat(number); print(number, os.readlink(f"/proc/self/fd/{number}"))
    except OSError: pass`

export default defineProbe(async ({ fork, shell, exec, seal }) => {
  const one = await fork()
  await shell(one, 'exec 7< /etc/passwd 8> open; (exec sleep 10) < /dev/null > /dev/null 2>&1 &')
  const look = await exec(await fork(await seal(one)), ['python3', '-I', '-c', LOOK])
  if (look.exitCode !== 0) return unverified(endOf(look))
  const open = textOf(look.stdout).trim().split('\n')
  return holdsIf(open.every((line) => /^[012] /.test(line)), `open: ${open.join(', ').replaceAll(/\[\d+\]/g, '')}`)
})
