import { defineProbe, endOf, holdsIf, unverified } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, seal, run }) => {
  const one = await fork()
  await shell(one, 'echo x > act')
  const restored = await fork(await seal(one))
  const execution = await run(restored, 'restored.py')
  return [0, 1].includes(execution.exitCode ?? -1) && execution.stdout.length > 0 ? holdsIf(execution.exitCode === 0, endOf(execution)) : unverified(endOf(execution))
})
