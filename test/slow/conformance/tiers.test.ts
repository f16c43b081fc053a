import { expect, test } from 'vitest'
import { inEachTier } from '../../backends/namespaces/kit/tiers.ts'
import { baseline, measuredTier, worse } from '../../helpers/conformance.ts'

inEachTier('an ordinary user', (tier) => {
  test('every promise of the tier is kept, and nothing is worse than the baseline', async () => {
    const report = await measuredTier(tier)
    expect(report.tier).toBe(tier)
    expect(report.probes.filter(({ outcome }) => outcome === 'fail')).toEqual([])
    const changed = worse(report, await baseline(`namespaces-${tier}`), `namespaces --tier ${tier}`)
    expect(changed, changed.join('\n')).toEqual([])
  }, 900_000)
}, ['subuids', 'one-uid'])
