// Twice in turn, twice at once, after a seal, after a command that was killed; states too.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, seal, shell }) => {
  const start = await prepare()
  const [one, two, three] = [await fork(start), await fork(start), await fork(start)]
  await shell(two, 'kill -9 $$')
  const sealed = await seal(three)
  const errors: string[] = []
  const again = async (thing: { discard(): Promise<void> }, what: string): Promise<void> => {
    await thing.discard().catch((thrown: Error) => errors.push(`${what}: ${thrown.message}`))
  }
  await again(one, 'a fork')
  await again(one, 'the same fork')
  await Promise.all([again(two, 'a fork'), again(two, 'the same fork at once')])
  await again(three, 'a sealed fork')
  for (const state of [sealed, sealed, start, start]) await again(state, 'a state')
  return holdsIf(errors.length === 0, errors.length === 0 ? 'nine discards of three forks and two states, in turn and at once, did nothing wrong' : errors.join('; '))
})
