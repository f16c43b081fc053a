// A command that would take far longer, and one that is well inside its time.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const long = await shell(one, 'exec sleep 15', { wallSeconds: 0.3 })
  const short = await shell(one, 'true')
  return holdsIf(long.timedOut && !short.timedOut && short.exitCode === 0, `15 s of sleep in 0.3 s: ${endOf(long)}; a short command: ${endOf(short)}`)
})
