#!/usr/bin/env node
/**
 * Writes test/experiments/matrix.csv from what a run of EXP6 measured, for a person to review as a change:
 * `node scripts/expected-matrix.mjs RUN`. Acts that the run lacks keep their rows, and the constant verifiers stay out.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LETTERS = { pass: 'P', fail: 'F', error: 'E', 'not-applicable': 'N' }
const path = fileURLToPath(new URL('../test/experiments/matrix.csv', import.meta.url))
const run = process.argv[2] ?? 'runs/latest'
const cells = new Map()

const put = (agent, task, verifier, letter) => {
  const key = `${agent},${task}`
  cells.set(key, { ...cells.get(key), [verifier]: letter })
}

if (existsSync(path)) {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n').map((line) => line.split(','))
  for (const [agent, task, ...letters] of lines) letters.forEach((letter, index) => put(agent, task, head[index + 2], letter))
}
for (const line of readFileSync(join(run, 'trials.jsonl'), 'utf8').trim().split('\n')) {
  const row = JSON.parse(line)
  if (row.experiment !== 'exp6' || row.arm !== 'main') continue
  for (const verifier of row.verifiers) put(row.agent, row.task, verifier, LETTERS[row.verdicts[verifier]?.verdict ?? row.outcome.state] ?? '')
}
const verifiers = [...new Set([...cells.values()].flatMap((row) => Object.keys(row)))].sort()
const rows = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, row]) => [key, ...verifiers.map((verifier) => row[verifier] ?? '')].join(','))
writeFileSync(path, `${['agent', 'task', ...verifiers].join(',')}\n${rows.join('\n')}\n`)
console.log(`${rows.length} acts, ${verifiers.length} verifiers`)
