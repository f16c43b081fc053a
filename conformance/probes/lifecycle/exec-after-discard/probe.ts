// A call that hangs is told by the suite's own patience.
import { BackendUnavailable } from 'polygraph/contract'
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await one.discard()
  const how = await shell(one, 'echo ran').then(endOf, (thrown: unknown) => thrown instanceof BackendUnavailable ? null : String(thrown))
  return holdsIf(how === null, how === null ? 'it was refused as BackendUnavailable' : `it ended otherwise: ${how}`)
})
