import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Problems } from './problems.ts'

export type Expected = 'pass' | 'fail' | 'error' | 'not-applicable'

/** What is expected of the agent × task × verifier cells: `"agent task"` → verifier → verdict. */
export type Expectations = ReadonlyMap<string, Readonly<Record<string, Expected>>>

const WORDS: Readonly<Record<string, Expected>> = { P: 'pass', F: 'fail', E: 'error', N: 'not-applicable' }

/** Where the matrix of this project lies, and where one of a user's own catalogue does. */
const PLACES = ['test/experiments/matrix.csv', 'matrix.csv']

/**
 * Reads the reviewed matrix of a catalogue folder: `agent,task,<verifier>,…`, one row an act, `P`, `F`, `E` or `N` in a
 * cell and nothing where nothing is expected. Cells are ids and letters, so there is nothing to quote; anything else is a
 * problem with its line.
 */
export function readExpectations(dir: string, problems: Problems): Expectations {
  const place = PLACES.find((path) => existsSync(join(dir, path)))
  if (place === undefined) return new Map()
  const [head = '', ...lines] = readFileSync(join(dir, place), 'utf8').split(/\r?\n/).filter((line) => line !== '')
  const [agentColumn, taskColumn, ...verifiers] = head.split(',')
  if (agentColumn !== 'agent' || taskColumn !== 'task' || verifiers.length === 0) {
    problems.add({ file: place, line: 1, what: 'does not begin with agent,task and verifier ids', fix: 'write the matrix anew with scripts/expected-matrix.mjs' })
    return new Map()
  }
  const found = new Map<string, Readonly<Record<string, Expected>>>()
  lines.forEach((line, index) => {
    const [agent = '', task = '', ...cells] = line.split(',')
    const key = `${agent} ${task}`
    const odd = cells.find((cell) => cell !== '' && !Object.hasOwn(WORDS, cell))
    if (odd !== undefined || cells.length !== verifiers.length || found.has(key)) {
      problems.add({
        file: place, line: index + 2, field: key,
        what: odd !== undefined ? `has the cell "${odd.slice(0, 20)}"` : found.has(key) ? 'is there twice' : `has ${cells.length} cells for ${verifiers.length} verifiers`,
        fix: 'a cell is P, F, E, N or empty, one a verifier, one row an act',
      })
      return
    }
    found.set(key, Object.fromEntries(cells.flatMap((cell, column) => cell === '' ? [] : [[verifiers[column]!, WORDS[cell]!]])))
  })
  return found
}
