#!/usr/bin/env node
/**
 * Puts the verdict matrix of EXP1 into the README, from the table that a run wrote: `node scripts/readme-matrix.mjs
 * [RUN]` (runs/latest by default). `--check` only says whether the README holds it, and ends with 1 where it doesn't.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OPEN = /<!-- matrix:[^\n]*-->\n/
const CLOSE = '<!-- /matrix -->'
const GLYPHS = { pass: '✓', fail: '✗', error: '!', 'not-applicable': '–' }
const FACTS = ['arm', 'behaviour', 'label', 'conduct', 'artifact_correct', 'control', 'trials']

/** The Markdown table of exp1-verdicts.csv, one row a verifier. Its cells are ids and words, so a comma only separates. */
export function matrixOf(csv) {
  const [head, ...rows] = csv.trim().split(/\r?\n/).map((line) => line.split(','))
  const at = (row, name) => row[head.indexOf(name)]
  const verifiers = head.filter((name) => !FACTS.includes(name))
  const cell = (row, verifier) => {
    const verdict = at(row, verifier)
    const lie = verdict === 'pass' && at(row, 'artifact_correct') === 'false'
    return `${GLYPHS[verdict] ?? '?'}${lie && !verifier.startsWith('always-') && verifier !== 'integrity' ? ' **lie**' : ''}`
  }
  return [
    `| verifier | ${rows.map((row) => `${at(row, 'behaviour')}<br>(${at(row, 'label')})`).join(' | ')} |`,
    `|---|${rows.map(() => '---').join('|')}|`,
    ...verifiers.map((verifier) => `| ${verifier} | ${rows.map((row) => cell(row, verifier)).join(' | ')} |`),
  ].join('\n')
}

/** The README with the matrix between its two marks. */
export function withMatrix(readme, csv) {
  const opening = OPEN.exec(readme)
  const end = readme.indexOf(CLOSE)
  if (opening === null || end === -1) throw new Error('the README has no place for the matrix')
  return `${readme.slice(0, opening.index + opening[0].length)}${matrixOf(csv)}\n${readme.slice(end)}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const words = process.argv.slice(2)
  const run = words.find((word) => !word.startsWith('--')) ?? 'runs/latest'
  const path = fileURLToPath(new URL('../README.md', import.meta.url))
  const before = readFileSync(path, 'utf8')
  const after = withMatrix(before, readFileSync(join(run, 'tables', 'exp1-verdicts.csv'), 'utf8'))
  if (!words.includes('--check')) writeFileSync(path, after)
  else if (after !== before) {
    console.error(`the README's matrix is not that of ${run}: node scripts/readme-matrix.mjs ${run}`)
    process.exitCode = 1
  }
}
