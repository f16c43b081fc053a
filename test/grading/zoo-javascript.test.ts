import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { calculator, run } from './calculator.ts'

const task = { ...calculator, language: 'javascript', artifact: ['impl.mjs'], workspace: [], cases: { ...calculator.cases, module: 'impl.mjs' } } as const

const read = (kind: string): (readonly [string, string])[] => {
  const folder = fileURLToPath(new URL(`./artifacts/${kind}/`, import.meta.url))
  return readdirSync(folder).filter((name) => name.endsWith('.mjs.txt')).toSorted()
    .map((name) => [name.replace('.mjs.txt', ''), readFileSync(folder + name, 'utf8')])
}

describe('strict is fooled by no wrong artifact', () => {
  test.concurrent.each(read('wrong'))('%s', async (_, impl) => {
    const verdict = await run('strict', { task, left: { '/work/impl.mjs': impl }, seconds: 5 })
    expect(verdict).toMatchObject({ verdict: 'fail' })
    expect(verdict.because).toMatch(/^[\x20-\x7e]+$/)
  })
})

describe('strict fails no right artifact', () => {
  test.concurrent.each(read('right'))('%s', async (_, impl) => {
    const verdict = await run('strict', { task, left: { '/work/impl.mjs': impl } })
    expect(verdict, JSON.stringify(verdict)).toMatchObject({ verdict: 'pass' })
  })
})
