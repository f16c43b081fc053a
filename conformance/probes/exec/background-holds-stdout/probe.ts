// The child leaves a mark when it ends, so that who waited for it is known without a clock.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const execution = await shell(one, '(sleep 2.5; echo late; touch late) & echo early; exit 3')
  const waited = (await shell(one, 'test -e late')).exitCode === 0
  return holdsIf(!waited && execution.exitCode === 3, `${waited ? 'it came back only after its child had ended' : 'it came back while its child still ran'}: ${endOf(execution)}`)
})
