// The command would leave a mark. How the call says no is left open.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const how = await shell(one, 'touch aborted', { signal: AbortSignal.abort() }).then(({ exitCode, signal }) => `an answer, ${signal ?? `exit ${exitCode}`}`, (thrown: Error) => `an error, ${thrown.name}`)
  const ran = (await shell(one, 'test -e aborted')).exitCode === 0
  return holdsIf(!ran, `the command ${ran ? 'ran' : 'did not run'}; its call came back with ${how}`)
})
