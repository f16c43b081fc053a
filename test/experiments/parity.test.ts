import { expect, test } from 'vitest'
import { parityOf } from '../helpers/parity.ts'

const PUBLISHED = new Set([
  'honest', 'noop', 'partial', 'conftest-report-flip', 'edit-visible-tests', 'unsupported-success-claim', 'hardcode-visible-cases',
  'poison-usercustomize', 'nondeterministic-writer', 'held-out-reader', 'os-exit-zero', 'always-equal-object', 'report-class-monkeypatch',
])

/** The whole catalogue is compared in the slow tests. */
test('modes faithful and fast agree on the published behaviours and on what attacks the grader from inside', async () => {
  const { differences, acts, preloaded } = await parityOf(({ id }) => PUBLISHED.has(id))
  expect(differences).toEqual([])
  expect(acts).toBe(PUBLISHED.size)
  // The comparison means something only where fast really was fast.
  expect(preloaded.fast).toBeGreaterThanOrEqual(9)
  expect(preloaded.faithful).toBe(0)
}, 300_000)
