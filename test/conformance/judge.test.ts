import { describe, expect, test } from 'vitest'
import { judge, type Seen } from '../../src/conformance/judge.ts'
import type { ControlResult } from '../../src/schema/index.ts'

const control = (failed: boolean): ControlResult => ({ backend: 'shared', failed, evidence: 'seen' })
const DECLARED = { declared: true } as const
const NOT = { declared: false, because: 'one uid' } as const
const seen = (state: Seen['state']): Seen => ({ state, evidence: 'e' })

describe('what was seen becomes an outcome', () => {
  test.each([
    ['kept and declared', seen('holds'), DECLARED, 'pass', 'p is kept'],
    ['kept and not declared is told', seen('holds'), NOT, 'pass', 'p is kept, though not declared'],
    ['declared and not met', seen('broken'), DECLARED, 'fail', 'p is declared and not met'],
    ['neither declared nor met', seen('broken'), NOT, 'unsupported', 'one uid'],
    ['a backend that failed the probe', seen('failed'), DECLARED, 'fail', 'the backend failed the probe'],
    ['a backend that failed a probe of what it does not promise', seen('failed'), NOT, 'unsupported', 'one uid'],
    ['no such thing', seen('unsupported'), DECLARED, 'unsupported', 'e'],
    ['it can not be told', seen('unverified'), DECLARED, 'unverified', 'e'],
  ] as const)('%s', (_, what, declared, outcome, because) => {
    expect(judge(what, 'p', declared, control(true))).toEqual({ outcome, because, counted: true })
  })

  test('without a control that failed a pass says nothing, and a fail stays one', () => {
    expect(judge(seen('holds'), 'p', DECLARED, control(false))).toEqual({ outcome: 'unverified', because: 'its control did not fail: seen', counted: false })
    expect(judge(seen('holds'), 'p', DECLARED, null)).toEqual({ outcome: 'unverified', because: 'no control of it can run on this machine', counted: false })
    expect(judge(seen('broken'), 'p', DECLARED, control(false))).toMatchObject({ outcome: 'fail', counted: false })
    expect(judge(seen('unverified'), 'p', DECLARED, null)).toMatchObject({ outcome: 'unverified', counted: false })
  })
})
