#!/usr/bin/env node
/**
 * Writes schemas/*.json (JSON Schema, made from the zod source) and docs/data-dictionary.md (made from those):
 * `node scripts/schemas.mjs`, on a Node that strips types. `--check` only says whether they are what the source says, and
 * ends with 1 where they aren't.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { Anchor, ConformanceReport, EVIDENCE_FILES, Finding, LedgerLine, Manifest, RunRecord, Seal, SupersededRow, TrialRow } from '../src/schema/index.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Name of the schema's file, where such a document lies, and its source. */
const DOCUMENTS = [
  ...Object.entries(EVIDENCE_FILES).map(([name, schema]) => [name.replace('.json', ''), `evidence/<trial>/${name}`, schema]),
  ['manifest', 'evidence/<trial>/manifest.json', Manifest],
  ['trial-row', 'a line of trials.jsonl', TrialRow],
  ['superseded-row', 'a line of superseded.jsonl', SupersededRow],
  ['run', 'run.json', RunRecord],
  ['finding', 'an element of findings.json', Finding],
  ['seal', 'seal.json', Seal],
  ['ledger-line', 'a line of ledger.jsonl', LedgerLine],
  ['anchor', 'a line of the anchor file', Anchor],
  ['conformance', 'what `polygraph conformance --json` prints', ConformanceReport],
]

/** Documents whose fields the data dictionary explains one by one. */
const EXPLAINED = new Set([...Object.keys(EVIDENCE_FILES).map((name) => name.replace('.json', '')), 'manifest', 'seal', 'ledger-line', 'anchor', 'conformance'])

/** Every made file by its path from the root. */
export function made() {
  const schemas = DOCUMENTS.map(([name, place, schema]) => [name, { title: place, ...z.toJSONSchema(schema) }])
  return new Map([
    ...schemas.map(([name, schema]) => [`schemas/${name}.json`, `${JSON.stringify(schema, null, 2)}\n`]),
    ['docs/data-dictionary.md', dictionary(schemas.filter(([name]) => EXPLAINED.has(name)))],
  ])
}

function dictionary(schemas) {
  return [
    '# Data dictionary',
    'Made from `src/schema/` by `node scripts/schemas.mjs`; the same as JSON Schema lies in `schemas/`, which the package holds too. ' +
      'Of `trials.jsonl`, `superseded.jsonl`, `run.json` and `findings.json` the schemas there say all; what is in evidence is explained here. A field of a list is written `list[].field`.',
    ...schemas.map(([name, schema]) => `## ${schema.title}\n\n${schema.description ?? ''} Schema: \`schemas/${name}.json\`.\n\n| field | type | meaning |\n|---|---|---|\n${rows(schema).join('\n')}`),
  ].join('\n\n') + '\n'
}

/** Those whose fields stand in a schema of their own, or whose keys are ids. */
const ELSEWHERE = new Set(['plan.plan', 'claim.claim', 'usage.times', 'verdicts.verdicts'])

function rows(schema, path = '', document = schema.title.replace(/^.*\/|\.json$/g, '')) {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = `${path}${name}`
    const row = `| \`${own}\` | ${typeOf(field)} | ${(field.description ?? '').replaceAll('|', '\\|')} |`
    return ELSEWHERE.has(`${document}.${own}`) ? [row] : [row, ...below(field, own, document)]
  })
}

function below(field, own, document) {
  const inner = [field, ...(field.anyOf ?? []), ...(field.oneOf ?? [])].flatMap((each) => [
    ...(each.properties ? [[each, `${own}.`]] : []),
    ...(typeof each.additionalProperties === 'object' && each.additionalProperties.properties ? [[each.additionalProperties, `${own}.<id>.`]] : []),
    ...(each.items ? [each.items, ...(each.items.oneOf ?? []), ...(each.items.anyOf ?? [])].filter((item) => item.properties).map((item) => [item, `${own}[].`]) : []),
  ])
  return [...new Set(inner.flatMap(([part, path]) => rows(part, path, document)))]
}

function typeOf(field) {
  if (field.const !== undefined) return `\`${JSON.stringify(field.const)}\``
  if (field.enum) return field.enum.map((each) => `\`${each}\``).join(', ')
  if (Array.isArray(field.type)) return field.type.map((type) => typeOf({ ...field, type })).join(' or ')
  const many = field.anyOf ?? field.oneOf
  if (many) return [...new Set(many.map(typeOf))].join(' or ')
  if (field.type === 'array') return field.items?.oneOf || field.items?.properties ? 'list' : `list of ${typeOf(field.items ?? {})}`
  if (field.pattern === '^[0-9a-f]{64}$') return 'digest'
  return { object: field.properties ? 'object' : 'object by id', integer: 'whole number', boolean: 'true or false', string: 'text', null: 'null' }[field.type] ?? field.type ?? 'any'
}

function main() {
  const stale = [...made()].filter(([path, text]) => {
    try {
      return readFileSync(join(ROOT, path), 'utf8') !== text
    } catch {
      return true
    }
  })
  if (process.argv.includes('--check')) {
    for (const [path] of stale) console.error(`${path} is not what src/schema/ says: node scripts/schemas.mjs`)
    process.exitCode = stale.length > 0 ? 1 : 0
    return
  }
  for (const [path, text] of stale) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), text)
    console.log(path)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
