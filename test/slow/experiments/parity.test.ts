import { expect, test } from 'vitest'
import { parityOf } from '../../helpers/parity.ts'

test('modes faithful and fast agree on every act of the catalogue', async () => {
  const { differences, acts, preloaded } = await parityOf(() => true)
  expect(differences).toEqual([])
  expect(acts).toBeGreaterThan(100)
  expect(preloaded.fast).toBeGreaterThan(100)
  expect(preloaded.faithful).toBe(0)
}, 1_800_000)
