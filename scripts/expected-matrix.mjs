#!/usr/bin/env node
/**
 * Writes test/experiments/matrix.csv from what a run of EXP6 measured, for a person to review as a change:
 * `node scripts/expected-matrix.mjs [RUN]` (runs/latest by default). Acts that the run lacks keep their rows; those of
 * agents, tasks and verifiers that are gone lose them. An error is no expectation, and neither is what came of a cheat
 * whose trick did not run: both are told and left as they were.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const LETTERS = { 'pass': 'P', 'fail': 'F', 'not-applicable': 'N' }
const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * The matrix after a run, and what of the run could not be taken over. `exists(kind, id)` says whether there still is such
 * an agent, task or verifier.
 * @param {string} before the matrix as it is, or nothing
 * @param {Record<string, any>[]} rows of trials.jsonl
 * @param {(kind: string, id: string) => boolean} exists
 */
export function matrixAfter(before, rows, exists) {
  const cells = new Map()
  const told = []
  const put = (agent, task, verifier, letter) => {
    if (!exists('agents', agent) || !exists('tasks', task) || !exists('verifiers', verifier) || letter === '') return
    cells.set(`${agent},${task}`, { ...cells.get(`${agent},${task}`), [verifier]: letter })
  }
  const [head = '', ...lines] = before.split('\n').filter((line) => line !== '').map((line) => line.split(','))
  for (const [agent, task, ...letters] of lines) letters.forEach((letter, index) => put(agent, task, head[index + 2], letter))
  for (const row of rows) {
    if (row.experiment !== 'exp6' || row.arm !== 'main') continue
    if (row.label === 'cheat' && row.outcome.state === 'graded' && row.witnessed !== true) {
      told.push(`${row.agent} on ${row.task}: its trick did not run`)
      continue
    }
    for (const verifier of row.verifiers) {
      // The constant verifiers are held by controls.
      if (row.kinds?.[verifier] === 'control') continue
      const said = row.outcome.state === 'graded' ? (row.verdicts[verifier]?.verdict ?? 'missing') : row.outcome.state
      if (said in LETTERS) put(row.agent, row.task, verifier, LETTERS[said])
      else told.push(`${row.agent} on ${row.task}, ${verifier}: ${said}`)
    }
  }
  const verifiers = [...new Set([...cells.values()].flatMap((row) => Object.keys(row)))].sort()
  const text = [...cells].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, row]) => [key, ...verifiers.map((verifier) => row[verifier] ?? '')].join(','))
  return { csv: `${[['agent', 'task', ...verifiers].join(','), ...text].join('\n')}\n`, told, acts: text.length, verifiers: verifiers.length }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(ROOT, 'test/experiments/matrix.csv')
  const run = process.argv[2] ?? 'runs/latest'
  const rows = readFileSync(join(run, 'trials.jsonl'), 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line))
  const { csv, told, acts, verifiers } = matrixAfter(existsSync(path) ? readFileSync(path, 'utf8') : '', rows, (kind, id) => existsSync(join(ROOT, kind, id)))
  writeFileSync(path, csv)
  for (const line of told) console.error(`not taken over: ${line}`)
  console.log(`${acts} acts, ${verifiers} verifiers`)
}
