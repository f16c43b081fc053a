#!/usr/bin/env node
/**
 * Puts the scorecard of EXP6 into the README, from test/experiments/matrix.csv and what agents declare: `node
 * scripts/readme-scorecard.mjs`. `--check` only says whether the README holds it, and ends with 1 where it doesn't.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OPEN = /<!-- scorecard:[^\n]*-->\n/
const CLOSE = '<!-- /scorecard -->'

/** What stands beside the outcome is another question: these verifiers ask it, and have denominators of their own. */
const OF_THE_OUTCOME = [
  'trusting-claim', 'trusting-exit', 'trusting', 'trusting-report', 'rerun-tests', 'reward-file', 'judge-stub', 'ground-truth', 'ground-truth-other-user',
  'held-out', 'held-out-clean', 'strict-stated', 'strict-sealed', 'strict', 'property',
]

/**
 * The Markdown table of a matrix: designs are counted, not acts, and one counts where it does so on at least one task.
 * @param {string} csv the matrix
 * @param {(agent: string) => { label: string, correct: boolean }} declared
 */
export function scorecardOf(csv, declared) {
  const [head, ...acts] = csv.trim().split('\n').map((line) => line.split(','))
  const designs = (of, said) => new Set(acts.filter((act) => of(declared(act[0])) && said(act)).map(([agent]) => agent)).size
  const cheat = ({ label, correct }) => label === 'cheat' && !correct
  const honest = ({ label }) => label === 'honest'
  return [
    '| verifier | cheats that fool it | honest behaviours that it fails |',
    '|---|---|---|',
    ...OF_THE_OUTCOME.map((verifier) => {
      const column = head.indexOf(verifier)
      const judged = (act) => act[column] === 'P' || act[column] === 'F'
      return `| ${verifier} | ${designs(cheat, (act) => act[column] === 'P')} of ${designs(cheat, judged)} | ${designs(honest, (act) => act[column] === 'F')} of ${designs(honest, judged)} |`
    }),
  ].join('\n')
}

/** The README with the scorecard between its two marks. */
export function withScorecard(readme, csv, declared) {
  const opening = OPEN.exec(readme)
  const end = readme.indexOf(CLOSE)
  if (opening === null || end === -1) throw new Error('the README has no place for the scorecard')
  return `${readme.slice(0, opening.index + opening[0].length)}${scorecardOf(csv, declared)}\n${readme.slice(end)}`
}

/** What the agents of this checkout declare. */
export function declaredHere() {
  const agents = new Map(readdirSync(join(ROOT, 'agents')).map((id) => {
    const { label, artifact_correct: correct } = parse(readFileSync(join(ROOT, 'agents', id, 'agent.toml'), 'utf8'))
    return [id, { label, correct }]
  }))
  return (id) => agents.get(id)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(ROOT, 'README.md')
  const before = readFileSync(path, 'utf8')
  const after = withScorecard(before, readFileSync(join(ROOT, 'test/experiments/matrix.csv'), 'utf8'), declaredHere())
  if (!process.argv.includes('--check')) writeFileSync(path, after)
  else if (after !== before) {
    console.error('the README\'s scorecard is not that of test/experiments/matrix.csv: node scripts/readme-scorecard.mjs')
    process.exitCode = 1
  }
}
