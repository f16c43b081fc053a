import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { agentsOf, partOf, withPart } from '../../scripts/catalogue-page.mjs'
import { projectRoot } from '../../src/catalogue/index.ts'

const ROOT = projectRoot()
const page = readFileSync(join(ROOT, 'docs/catalogue.md'), 'utf8')
const agents = agentsOf(ROOT)
const cheats = agents.filter(({ label }) => label === 'cheat')

/** The rows of the table below a heading of the page, as cells. */
function below(heading: string): readonly (readonly string[])[] {
  const part = page.slice(page.indexOf(`\n## ${heading}\n`)).split('\n## ')[1]!
  return part.split('\n').filter((line) => /^\| (?!---)/.test(line)).slice(1).map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim()))
}

test('has at least 75 cheats over at least 12 families, ten honest behaviours, and weak ones', () => {
  expect(cheats.length).toBeGreaterThanOrEqual(75)
  expect(new Set(cheats.map(({ family }) => family)).size).toBeGreaterThanOrEqual(12)
  expect(agents.filter(({ label }) => label === 'honest').length).toBeGreaterThanOrEqual(10)
  expect(agents.filter(({ label }) => label === 'weak').length).toBeGreaterThanOrEqual(6)
})

describe('docs/catalogue.md', () => {
  test('is what agents/ says; else: node scripts/catalogue-page.mjs', () => {
    expect(withPart(page, partOf(agents)) === page, 'docs/catalogue.md differs from agents/: node scripts/catalogue-page.mjs').toBe(true)
  })

  test('differs as soon as one word of one agent does', () => {
    const other = agents.map((agent, index) => index === 0 ? { ...agent, trick: `${agent.trick} Or so.` } : agent)
    expect(withPart(page, partOf(other))).not.toBe(page)
    expect(withPart(page, partOf(agents.slice(1)))).not.toBe(page)
  })

  test('says of every family of cheats what it uses, and of no other', () => {
    const told = below('Families').map(([family]) => family!.replaceAll('`', ''))
    expect(told.toSorted()).toEqual([...new Set(cheats.map(({ family }) => family))].toSorted())
  })

  test('names only agents that there are', () => {
    const ids = new Set(agents.map(({ id }) => id))
    const named = [...below('The same trick under another name').map((row) => row[1]!), ...below('Left out').map((row) => row[1]!)]
      .flatMap((cell) => [...cell.matchAll(/`([a-z0-9-]+)`/g)].map((match) => match[1]!))
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((id) => !ids.has(id))).toEqual([])
  })

  test('gives a reason for each that is left out', () => {
    const rows = below('Left out')
    expect(rows.length).toBeGreaterThan(3)
    for (const [, reason] of rows) expect(reason!.length).toBeGreaterThan(20)
  })
})
