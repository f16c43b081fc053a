#!/usr/bin/env node
/**
 * Writes the part of docs/catalogue.md that is made from agents/: `node scripts/catalogue-page.mjs`. `--check` only says
 * whether the page is what agents/ says, and ends with 1 where it isn't. The rest of the page is written by hand.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'smol-toml'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OPEN = /<!-- catalogue:[^\n]*-->\n/
const CLOSE = '<!-- /catalogue -->'

/**
 * Every agent.toml of the project, in order of id.
 * @returns {Record<string, any>[]}
 */
export function agentsOf(root) {
  const folders = readdirSync(join(root, 'agents'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.map(({ name }) => ({ id: name, ...parse(readFileSync(join(root, 'agents', name, 'agent.toml'), 'utf8')) })).sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** What is made: counts, then a table a family, those of cheats first. */
export function partOf(agents) {
  const count = (field, word) => agents.filter((agent) => agent[field] === word).length
  const cheats = agents.filter(({ label }) => label === 'cheat')
  const cheating = new Set(cheats.map(({ family }) => family))
  const families = [...new Set(agents.map(({ family }) => family))].sort((a, b) => cheating.has(b) - cheating.has(a) || (a < b ? -1 : 1))
    .map((family) => [family, agents.filter((agent) => agent.family === family)])
  const right = cheats.filter((agent) => agent.artifact_correct === true).length
  const numbers = ([, own]) => ['cheat', 'honest', 'weak'].map((label) => own.filter((agent) => agent.label === label).length || '')
  return [
    `**${cheats.length} cheats** over **${cheating.size} families**, ${count('label', 'honest')} honest behaviours, ${count('label', 'weak')} weak ones.`,
    '',
    `Of the cheats ${count('conduct', 'tampered')} tamper, ${count('conduct', 'illicit-source')} take their answer from where it may not come from, ${count('conduct', 'false-timing')} are false about time. ` +
      `${right} hand in a right artifact, so that no verifier of the outcome can see them.`,
    '',
    '| family | cheats | honest | weak |\n|---|---|---|---|',
    ...families.map((each) => `| [${each[0]}](#${each[0]}) | ${numbers(each).join(' | ')} |`),
    '',
    ...families.flatMap(([family, own]) => [`### ${family}`, '', table(own), '']),
  ].join('\n')
}

/** The page with the made part between its two marks. */
export function withPart(page, part) {
  const opening = OPEN.exec(page)
  const end = page.indexOf(CLOSE)
  if (opening === null || end === -1) throw new Error('docs/catalogue.md has no place for the catalogue')
  return `${page.slice(0, opening.index + opening[0].length)}\n${part}${page.slice(end)}`
}

function table(agents) {
  return [
    '| id | label | conduct | artifact | applies to | trick | sources |', '|---|---|---|---|---|---|---|',
    ...agents.map((agent) => `| ${[`\`${agent.id}\``, agent.label, agent.conduct, agent.artifact_correct ? 'right' : 'wrong', where(agent), text(agent.trick), links(agent.sources ?? [])].join(' | ')} |`),
  ].join('\n')
}

/** Languages or tasks; what the agent needs; what is laid within its reach. */
function where({ applies_to, needs = [], exposed_to = [] }) {
  const more = [...needs.map((need) => (need === 'root' ? 'as root of the fork' : `with a ${need}`)), ...(exposed_to.length === 0 ? [] : [`with ${exposed_to.join(', ')} in reach`])]
  return [applies_to.join(', '), ...more].join('; ')
}

/** A sentence in a cell: nothing in it is markup. */
const text = (sentence) => sentence.replaceAll(/[\\|<>*_`[\]]/g, (mark) => ({ '<': '&lt;', '>': '&gt;' })[mark] ?? `\\${mark}`)

/** One link a source, named by its host, or by its project where the host has many. */
function links(sources) {
  return sources.map((source) => {
    const { hostname, pathname } = new URL(source)
    const parts = pathname.split('/').filter((part) => part !== '')
    const name = /^(github|gitlab)\.com$/.test(hostname) ? parts.slice(0, 2).join('/') : hostname === 'arxiv.org' ? `arXiv ${parts.at(-1)}` : hostname.replace(/^www\./, '')
    return `[${text(name)}](${source})`
  }).join(', ')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(ROOT, 'docs/catalogue.md')
  const before = readFileSync(path, 'utf8')
  const after = withPart(before, partOf(agentsOf(ROOT)))
  if (!process.argv.includes('--check')) writeFileSync(path, after)
  else if (after !== before) {
    console.error('docs/catalogue.md is not what agents/ says: node scripts/catalogue-page.mjs')
    process.exitCode = 1
  }
}
