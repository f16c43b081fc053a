// A shell turns a death of its child into 128+n; here the shell itself dies, of signals that leave no core file to speak of.
import { defineProbe, holdsIf } from 'polygraph/probe'

const SIGNALS = ['HUP', 'INT', 'KILL', 'USR1', 'PIPE', 'TERM']

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const wrong: string[] = []
  for (const name of SIGNALS) {
    const { exitCode, signal, timedOut } = await shell(one, `kill -${name} $$; sleep 5`)
    if (signal !== `SIG${name}` || exitCode !== null || timedOut) wrong.push(`SIG${name} came as ${signal ?? `exit ${exitCode}`}`)
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? `${SIGNALS.join(' ')} came as signals` : wrong.join(', '))
})
