import { answerOf, defineProbe, endOf, textOf, unverified } from 'polygraph/probe'

// The interpreter itself says where its parts lie.
export default defineProbe(async ({ fork, run }) => {
  const one = await fork()
  const told = await run(one, 'paths.py')
  if (told.exitCode !== 0) return unverified(`the interpreter told no paths: ${endOf(told)}`)
  return answerOf(await run(one, 'changeable.py', { args: textOf(told.stdout).trim().split('\n') }))
})
