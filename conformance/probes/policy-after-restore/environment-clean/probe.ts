import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, exec, seal, nonce }) => {
  const word = nonce()
  const one = await fork()
  await shell(one, 'export LEFT_BEHIND="$GIVEN"; echo x > act', { env: { PATH: '/usr/bin:/bin', GIVEN: word } })
  const execution = await exec(await fork(await seal(one)), ['/usr/bin/env'], { env: { ONLY: 'this' } })
  return holdsIf(textOf(execution.stdout) === 'ONLY=this\n', `"env" was given ONLY=this and told: ${endOf(execution).replaceAll('\n', ' ')}`)
})
