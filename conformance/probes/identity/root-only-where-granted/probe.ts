import { BackendUnavailable } from 'polygraph/contract'
import { broken, defineProbe, endOf, holds } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  try {
    return broken(`it ran: ${endOf(await shell(one, 'id', { user: 'root' }))}`)
  } catch (thrown) {
    if (!(thrown instanceof BackendUnavailable)) throw thrown
    return holds(`refused: ${thrown.message}`)
  }
})
