import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { made } from '../../scripts/schemas.mjs'
import { EVIDENCE_FILES, EVIDENCE_NAMES } from '../../src/schema/index.ts'
import { ROOT } from '../house/files.ts'
import { documentsFor, rowFor } from '../helpers/sealed.ts'

const files = made() as ReadonlyMap<string, string>

describe('what is published of the schemas', () => {
  test.each([...files.keys()])('%s is what the source says; else: node scripts/schemas.mjs', (path) => {
    expect(readFileSync(join(ROOT, path), 'utf8')).toBe(files.get(path))
  })

  test('holds no schema of something that is gone', () => {
    expect(readdirSync(join(ROOT, 'schemas')).map((name) => `schemas/${name}`).toSorted()).toEqual([...files.keys()].filter((path) => path.startsWith('schemas/')).toSorted())
  })

  test('is in the package', () => {
    expect((JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] }).files).toContain('schemas')
  })

  test('explains every field of evidence', () => {
    const rows = files.get('docs/data-dictionary.md')!.split('\n').filter((line) => line.startsWith('| `'))
    expect(rows.length).toBeGreaterThan(120)
    expect(rows.filter((row) => / \| *\|$/.test(row))).toEqual([])
  })
})

test('every file of evidence takes what a trial makes, and nothing with a field more, less, or of a later version', () => {
  const documents = documentsFor(rowFor('t.1', 1))
  for (const name of EVIDENCE_NAMES) {
    const [schema, document] = [EVIDENCE_FILES[name], documents[name] as Record<string, unknown>]
    expect(schema.parse(JSON.parse(JSON.stringify(document)))).toEqual(document)
    expect(schema.safeParse({ ...document, more: 1 }).success).toBe(false)
    expect(schema.safeParse({ ...document, schema: 2 }).success).toBe(false)
    for (const field of Object.keys(document)) expect(schema.safeParse(Object.fromEntries(Object.entries(document).filter(([key]) => key !== field))).success).toBe(false)
  }
})
