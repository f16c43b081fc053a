import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { calculator, run } from './calculator.ts'

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
