import { describe, expect, test } from 'vitest'
import { idle, waive } from '../../src/conformance/index.ts'
import { WaiverFile } from '../../src/schema/index.ts'
import { resultOf } from './made.ts'

const file = (expires: string, over: Partial<WaiverFile['waiver'][number]> = {}): WaiverFile => ({ waiver: [{ probe: 'exec/x', backend: 'b', reason: 'known', expires, ...over }] })
const failing = [resultOf({ outcome: 'fail' }), resultOf({ id: 'exec/y', outcome: 'fail' })]
const on = (day: string): Date => new Date(`${day}T23:59:59Z`)
const waived = (waivers: WaiverFile, day: string, backend = 'b'): readonly boolean[] => waive(failing, waivers, backend, on(day)).map((result) => result.waived !== null)

describe('a waiver', () => {
  test('holds for its probe and its backend to the end of its day', () => {
    expect(waived(file('2026-05-01'), '2026-05-01')).toEqual([true, false])
    expect(waived(file('2026-05-01'), '2026-05-02')).toEqual([false, false])
    expect(waived(file('2026-05-01'), '2026-05-01', 'other')).toEqual([false, false])
  })

  test('leaves the outcome a fail and says why it is accepted', () => {
    expect(waive(failing, file('2026-05-01'), 'b', on('2026-04-01'))[0]).toMatchObject({ outcome: 'fail', waived: { reason: 'known', expires: '2026-05-01' } })
  })

  test('waives no outcome but a fail', () => {
    expect(waive([resultOf({ outcome: 'unverified' })], file('2026-05-01'), 'b', on('2026-04-01'))[0]!.waived).toBeNull()
  })

  test.each([
    ['expired', file('2026-05-01'), failing, ['the waiver of exec/x expired on 2026-05-01']],
    ['not needed', file('2027-01-01'), [resultOf({})], ['the waiver of exec/x is no longer needed: it ends in pass']],
    ['of no probe', file('2027-01-01', { probe: 'exec/z' }), failing, ['the waiver of exec/z is of a probe that did not run']],
    ['of another backend', file('2027-01-01', { backend: 'c' }), failing, []],
  ] as const)('that does nothing is told: %s', (_, waivers, results, expected) => {
    expect(idle(results, waivers, 'b', on('2026-06-01'))).toEqual(expected)
  })

  test.each([['no reason', { reason: '' }], ['no day', { expires: 'soon' }], ['a day that is none', { expires: '2026-02-30' }]])('with %s is refused', (_, over) => {
    expect(WaiverFile.safeParse(file('2026-05-01', over)).success).toBe(false)
  })
})
