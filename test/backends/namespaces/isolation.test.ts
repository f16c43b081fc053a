import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attemptOutside, attemptText, placeCanaries, wasDone, type Attempts } from './kit/canaries.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { python, said } from './kit/run.ts'

const canaries = await placeCanaries()
const outside = attemptOutside(canaries)
afterAll(() => canaries.remove())

/** What no machine has to have: without it an attempt can't be shown to succeed, and is not counted. */
const DEPENDS = /^device-|^spare-|^socket-(alg|vsock)$|^load-|^kernel-|^(secret-memory|watch-all-files|write-sysrq|io-uring|userfaultfd|perf|bpf|swap|real-time)$/

describe.runIf(process.getuid?.() === 0)('outside of a fork', () => {
  test('root can do nearly all that is attempted', () => {
    const failed = Object.entries(outside).filter(([name, answer]) => !wasDone(answer) && !DEPENDS.test(name))
    expect(failed).toEqual([])
    expect(Object.values(outside).filter(wasDone).length).toBeGreaterThan(75)
  })
})

inEachTier('the agent of a fork can not do', (tier) => {
  const at = bench(tier)
  let inside: Attempts = {}
  beforeAll(async () => {
    inside = JSON.parse(await said(python(await at().start.fork(), attemptText(), [JSON.stringify({ ...canaries.facts, first: 1, bare: false })], { wallSeconds: 60 }))) as Attempts
  })

  for (const [name, answer] of Object.entries(outside)) {
    const title = wasDone(answer) ? name : `${name} (not counted: it was not done outside either)`
    test(title, () => expect(inside[name]).toMatch(/^refused: /))
  }
})
