import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// Of 48 that are tried, fewer than the limit of 24 may be there at once.
export default defineProbe(async ({ fork, run }) => {
  const done = await run(await fork(), 'start-processes.py', { args: ['48'] })
  if (done.exitCode !== 0) return unverified(`none could be counted: ${endOf(done)}`)
  const started = Number(textOf(done.stdout))
  return holdsIf(started < 24, `${started} of 48 processes could be started under a limit of 24`)
})
