// Calls that no backend can serve, one after the other, while a process runs.
import { defineProbe, holdsIf, processesOnHost, unverified } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, exec, nonce }) => {
  const mark = nonce(16)
  const one = await fork()
  await shell(one, `setsid /bin/sh -c 'sleep 20; :' "$1" > /dev/null 2>&1 &`, { args: [mark] })
  const calls = [
    () => one.put([{ path: `/workspace/../tmp/${mark}`, bytes: new Uint8Array(), mode: 0o644, owner: 'agent' }]),
    () => one.put([{ path: '/proc/none/x', bytes: new Uint8Array(), mode: 0o644, owner: 'agent' }]),
    () => exec(one, ['/bin/echo', 'a\0b']),
    () => exec(one, ['/bin/true'], { cwd: '/\0' }),
  ]
  let failed = 0
  for (const call of calls) await call().catch(() => { failed += 1 })
  const before = processesOnHost(mark).length
  await one.discard()
  const after = processesOnHost(mark).length
  return before === 0 ? unverified('this host does not see the processes of its forks') : holdsIf(after === 0, `after ${failed} calls that failed, of ${before} processes ${after} outlived the discard`)
})
