import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { TimingInput, Value } from '../../schema/index.ts'

/** The one argument of a measured call, a list of integers. The same seed gives the same list. */
export function inputOf(make: TimingInput, seed: string): Value {
  const random = xoroshiro128plus(Number.parseInt(seed.slice(0, 8), 16) | 0)
  const draw = (least: number, most: number): number => uniformInt(random, least, most)
  if (make.generator === 'integers') return listOf(Array.from({ length: make.size }, () => draw(make.least, make.most)))
  const items = Array.from({ length: make.size }, (_, index) => index)
  for (let last = items.length - 1; last > 0; last--) {
    const chosen = draw(0, last)
    ;[items[last], items[chosen]] = [items[chosen]!, items[last]!]
  }
  return listOf(items)
}

function listOf(items: readonly number[]): Value {
  return { type: 'list', items: items.map((item) => ({ type: 'int', value: BigInt(item) })) }
}
