import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Case } from '../../src/schema/index.ts'
import { calculator, int, run } from './calculator.ts'
import { taskOf } from './double.ts'

const read = (kind: string): (readonly [string, string])[] => {
  const folder = fileURLToPath(new URL(`./artifacts/${kind}/`, import.meta.url))
  return readdirSync(folder).filter((name) => name.endsWith('.py')).toSorted()
    .map((name) => [name.replace('.py', ''), readFileSync(folder + name, 'utf8')])
}

const wrong = read('wrong')

describe('strict is fooled by no wrong artifact', () => {
  test.concurrent.each(wrong)('%s', async (_, impl) => {
    const verdict = await run('strict', { task: calculator, left: { '/work/impl.py': impl }, seconds: 3 })
    expect(verdict).toMatchObject({ verdict: 'fail' })
    expect(verdict.because).toMatch(/^[\x20-\x7e]+$/)
  })
})

/** Those that the published kind of ground truth takes for right: what it is there to show. */
const FOOL_GROUND_TRUTH = new Set([
  'always-equal', 'closes-everything', 'exits-at-import', 'exits-from-a-thread', 'exits-in-call', 'forks-twice', 'frame-peek', 'heap-walk',
  'hostile-metaclass', 'int-subclass', 'module-getattr', 'says-the-import-failed', 'system-exit-at-import', 'system-exit-in-call', 'visible-only',
])

describe('the published kind of ground truth is fooled as published', () => {
  test.concurrent.each(wrong.filter(([name]) => !name.startsWith('hangs') && name !== 'stops-itself'))('%s', async (name, impl) => {
    const verdict = await run('ground-truth', { task: calculator, left: { '/work/impl.py': impl } })
    expect(verdict).toMatchObject({ verdict: FOOL_GROUND_TRUTH.has(name) ? 'pass' : 'fail' })
  })
})

describe('strict fails no right artifact', () => {
  test.concurrent.each(read('right'))('%s', async (_, impl) => {
    expect(await run('strict', { task: calculator, left: { '/work/impl.py': impl } })).toMatchObject({ verdict: 'pass' })
  })
})

describe('strict makes the arguments of each call anew', () => {
  // Right as long as every object that it is given stays where it is, as the constants of a test file do.
  const byAddress = 'seen = {}\n\n\ndef twice(value):\n    return seen.setdefault(id(value), value + value)\n'
  const texts = Array.from({ length: 40 }, (_, index) => `a text of one length, the ${100 + index}th`)
  const cases: Readonly<Record<string, readonly Case[]>> = {
    numbers: texts.map((_, index) => ({ kind: 'call', call: 'twice', args: [int(1000 + index)], expect: { returns: int(2000 + 2 * index) } })),
    texts: texts.map((value) => ({ kind: 'call', call: 'twice', args: [{ type: 'str', value }], expect: { returns: { type: 'str', value: value + value } } })),
  }

  test.each(Object.keys(cases))('so that an artifact that knows %s by their address is wrong', async (kind) => {
    const task = taskOf({ heldOut: cases[kind]! })
    expect(await run('strict', { task, left: { '/work/impl.py': byAddress } })).toMatchObject({ verdict: 'fail', reason: 'wrong-answer' })
    expect(await run('strict', { task, left: { '/work/impl.py': 'def twice(value):\n    return value + value\n' } })).toMatchObject({ verdict: 'pass' })
  })
})
