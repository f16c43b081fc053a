import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const done = await shell(await fork(), 'sleep 0.6; echo slept', { wallSeconds: 0.2 })
  return holdsIf(done.timedOut && done.stdout.length === 0, `a command of 0.6 seconds that may take 0.2: ${endOf(done)}`)
})
