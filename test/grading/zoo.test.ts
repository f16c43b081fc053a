import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { calculator, run } from './calculator.ts'

const read = (kind: string): (readonly [string, string])[] => {
  const folder = fileURLToPath(new URL(`./artifacts/${kind}/`, import.meta.url))
  return readdirSync(folder).filter((name) => name.endsWith('.py')).toSorted()
    .map((name) => [name.replace('.py', ''), readFileSync(folder + name, 'utf8')])
}

/** Artifacts that fool the published kind of ground truth, which strict is there for. */
const FOOL_GROUND_TRUTH = [
  'always-equal', 'exits-at-import', 'exits-in-call', 'int-subclass', 'system-exit-at-import', 'system-exit-in-call', 'visible-only',
]

describe('strict is fooled by no wrong artifact', () => {
  test.concurrent.each(read('wrong'))('%s', async (name, impl) => {
    const situation = { task: calculator, left: { '/work/impl.py': impl }, seconds: 3 }
    const verdict = await run('strict', situation)
    expect(verdict).toMatchObject({ verdict: 'fail' })
    expect(verdict.because).toMatch(/^[\x20-\x7e]+$/)
    if (FOOL_GROUND_TRUTH.includes(name)) expect(await run('ground-truth', situation)).toMatchObject({ verdict: 'pass' })
  })
})

describe('strict fails no right artifact', () => {
  test.concurrent.each(read('right'))('%s', async (_, impl) => {
    expect(await run('strict', { task: calculator, left: { '/work/impl.py': impl } })).toMatchObject({ verdict: 'pass' })
  })
})
