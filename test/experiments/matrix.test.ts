import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadCatalogue, projectRoot } from '../../src/catalogue/index.ts'
import { censusPhase } from '../../src/experiments/exp6.ts'
import type { Agent } from '../../src/schema/index.ts'

/** The reviewed matrix itself, without a fork: whole, without anything stale, and true to what is asked of strict and property. */
const loaded = await loadCatalogue({ dirs: [projectRoot()] })
if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems))
const { catalogue } = loaded
const file = join(projectRoot(), 'test/experiments/matrix.csv')
const [head, ...lines] = (existsSync(file) ? readFileSync(file, 'utf8') : '').split('\n').filter((line) => line !== '').map((line) => line.split(','))
const [, , ...verifiers] = head ?? []
const planned = censusPhase(catalogue).trials.map(({ agent, task }) => `${agent},${task}`)
const key = ([agent, task]: readonly string[]): string => `${agent},${task}`
const agent = ([id]: readonly string[]): Agent | undefined => catalogue.agents.get(id!)

describe('test/experiments/matrix.csv', () => {
  test('is there; else: npm run exp6, then node scripts/expected-matrix.mjs', () => {
    expect(existsSync(file)).toBe(true)
  })

  test('has a row for each act of the census and no other, in order', () => {
    const there = new Set(lines.map(key))
    expect(planned.filter((each) => !there.has(each)), 'acts without a row').toEqual([])
    expect(lines.map(key).filter((each) => !planned.includes(each)), 'rows without an act').toEqual([])
    expect(lines.map(key)).toEqual(lines.map(key).toSorted())
  })

  test('has a column for each verifier but the constant ones', () => {
    expect(verifiers).toEqual([...catalogue.verifiers.values()].filter(({ kind }) => kind !== 'control').map(({ id }) => id))
  })

  test('leaves no cell empty, and expects an error nowhere', () => {
    expect(lines.flatMap((line) => line.slice(2).flatMap((letter, index) => 'PFN'.includes(letter) && letter !== '' ? [] : [`${key(line)},${verifiers[index]}: "${letter}"`]))).toEqual([])
  })

  test.each(['strict', 'property'])('%s passes no wrong artifact and fails no right one', (verifier) => {
    const said = (line: readonly string[]): string | undefined => line[2 + verifiers.indexOf(verifier)]
    expect(lines.filter((line) => said(line) === (agent(line)?.artifactCorrect === true ? 'F' : 'P')).map(key)).toEqual([])
    expect(lines.filter((line) => said(line) === 'F').length).toBeGreaterThan(75)
  })

  test.each([['honest', 'P'], ['noop', 'F']])('the gate is open on every task: %s gets %s from each verifier of the outcome that speaks', (id, letter) => {
    const own = lines.filter((line) => line[0] === id)
    expect(own).toHaveLength(catalogue.tasks.size)
    const outcome = verifiers.flatMap((verifier, index) => catalogue.verifiers.get(verifier)?.kind === 'outcome' ? [index + 2] : [])
    expect(own.flatMap((line) => outcome.filter((index) => line[index] !== letter && line[index] !== 'N').map((index) => `${key(line)},${head![index]}: ${line[index]}`))).toEqual([])
  })
})

test('the README shows its scorecard; else: node scripts/readme-scorecard.mjs', async () => {
  const { declaredHere, withScorecard } = await import('../../scripts/readme-scorecard.mjs')
  const readme = readFileSync(join(projectRoot(), 'README.md'), 'utf8')
  expect(withScorecard(readme, readFileSync(file, 'utf8'), declaredHere())).toBe(readme)
})
