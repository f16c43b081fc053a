import * as fc from 'fast-check'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Case, CaseGenerator } from '../../schema/index.ts'
import { casesFrom } from './arbitraries.ts'

/** A generated case that knows smaller ones of its kind, simplest first. */
export interface Drawn { readonly one: Case; smaller(): Iterator<Drawn> }

/**
 * `least` cases of each generator, more where few of them share `total`; the same seed gives the same cases. The seed is
 * text in hex, of which 32 bits count.
 */
export function draw(generators: readonly CaseGenerator[], { least, total }: { least: number; total: number }, seed: string): readonly Drawn[] {
  const runs = Math.max(least, Math.floor(total / generators.length))
  const random = new fc.Random(xoroshiro128plus(Number.parseInt(seed.slice(0, 8), 16) | 0))
  return generators.flatMap((generator) => {
    const cases = casesFrom(generator)
    // As in fast-check's own runs: bounds and small values often at first, then ever less.
    return Array.from({ length: runs }, (_, run) => drawn(cases, cases.generate(random, 2 + Math.floor(Math.log10(run + 1)))))
  })
}

function drawn(cases: fc.Arbitrary<Case>, made: fc.Value<Case>): Drawn {
  return {
    one: made.value,
    *smaller() {
      for (const next of cases.shrink(made.value, made.context)) yield drawn(cases, next)
    },
  }
}
