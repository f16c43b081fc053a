import { describe, expect, test } from 'vitest'
import { patienceOf, patienceWith } from '../../src/conformance/patience.ts'
import { Starts } from '../../src/conformance/starts.ts'
import type { Backend } from '../../src/contract/index.ts'

describe('patience', () => {
  test.each([[[], 1], [[3, 4, 5], 1], [[250, 250, 250], 1], [[100, 260, 9000], 2], [[900, 1000, 1100], 4], [[60_000, 60_000, 60_000], 10]])('with forks of %j ms is %i', (times, factor) => {
    expect(patienceOf(times)).toBe(factor)
  })

  test('is measured on the backend, and 1 where that fails, so that the probes say what is wrong', async () => {
    let now = 0
    const fork = { exec: async () => { now += 600 }, discard: async () => { now += 100 } }
    const works = { prepare: async () => ({ fork: async () => fork }) } as unknown as Backend
    const environment = { id: 'e', limits: {} } as never
    expect(await patienceWith(new Starts(works), environment, { monotonicMs: () => now })).toBe(3)
    const broken = { prepare: () => Promise.reject(new Error('no')) } as unknown as Backend
    expect(await patienceWith(new Starts(broken), environment, { monotonicMs: () => now })).toBe(1)
  })
})
