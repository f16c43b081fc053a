import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../../../src/catalogue/index.ts'
import type { Control, Finding } from '../../../src/schema/index.ts'

/**
 * The whole of EXP6 by its command: every agent on every task it applies to, all verifiers, and the ablations. In mode fast,
 * which is held to faithful beside this.
 */
let dir: string
let told: { readonly findings: readonly Finding[]; readonly controls: readonly Control[] }
let code: number | undefined

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polygraph-whole-'))
  const { stdout, exitCode } = await execa('node', [join(projectRoot(), 'bin/polygraph.mjs'), 'run', 'exp6', '--mode', 'fast', '--json', '--out', join(dir, 'run')], { cwd: dir, reject: false })
  told = JSON.parse(stdout) as typeof told
  code = exitCode
}, 5_400_000)

afterAll(() => rm(dir, { recursive: true, force: true }))

test('every cell of the census is as expected, and none is undeclared', async () => {
  const drift = told.findings.find(({ finding }) => finding === 'exp6.drift')!
  const table = await readFile(join(dir, 'run/tables/exp6-drift.csv'), 'utf8')
  expect(drift.value, `${drift.because}\n${table}`).toBe(0)
  expect(drift.because).not.toContain('undeclared')
})

test('every control holds', () => {
  expect(told.controls.filter(({ holds }) => !holds)).toEqual([])
})

test('strict and property are fooled by none and alarm at none; the command ends with 0', () => {
  const judged = told.findings.filter(({ reproduced }) => reproduced !== null)
  expect(judged.map(({ finding }) => finding)).toEqual(['exp6.strict.fooled', 'exp6.strict.false-alarms', 'exp6.property.fooled', 'exp6.property.false-alarms', 'exp6.drift'])
  expect(judged.filter(({ reproduced }) => reproduced !== true)).toEqual([])
  expect(code).toBe(0)
})
