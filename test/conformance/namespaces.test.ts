import { expect, test } from 'vitest'
import { baseline, measuredTier, worse } from '../helpers/conformance.ts'

const tier = process.getuid?.() === 0 ? 'root' : 'one-uid'
const name = tier === 'root' ? 'namespaces' : `namespaces-${tier}`

test(`the embedded backend keeps every promise of tier ${tier}, every probe's control fails, and nothing is worse than the baseline`, async () => {
  const report = await measuredTier(tier)
  expect(report.probes.filter(({ outcome }) => outcome === 'fail')).toEqual([])
  expect(report.probes.filter(({ counted }) => !counted).map(({ id, because }) => `${id}: ${because}`)).toEqual([])
  const changed = worse(report, await baseline(name), `namespaces --tier ${tier}`)
  expect(changed, changed.join('\n')).toEqual([])
}, 600_000)
