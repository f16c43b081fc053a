import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemRandomness } from '../../src/contract/index.ts'
import { digestOfLine, lineOf, openEvidence, rowDigest, sha256 } from '../../src/evidence/index.ts'
import type { TrialRow } from '../../src/schema/index.ts'
import { EVIDENCE_NAMES, Manifest } from '../../src/schema/index.ts'
import { documentsFor, rowFor } from '../helpers/sealed.ts'

let dir: string
beforeEach(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-writer-')) })
afterEach(() => rm(dir, { recursive: true, force: true }))

async function written(rows: readonly TrialRow[], append: (rows: readonly TrialRow[]) => Promise<void> = async () => {}): Promise<TrialRow[]> {
  const appended: TrialRow[] = []
  const evidence = await openEvidence('run-1', dir, async (rows) => { await append(rows); appended.push(...rows) }, systemRandomness)
  for (const row of rows) await evidence.add(row, documentsFor(row))
  await evidence.flush()
  return appended
}

test('a trial is eight read-only files, and row and manifest name each other', async () => {
  const [row] = await written([rowFor('t.1', 1)])
  const folder = join(dir, 'evidence/t.1')
  expect((await readdir(folder)).toSorted()).toEqual([...EVIDENCE_NAMES, 'manifest.json'].toSorted())
  for (const name of await readdir(folder)) expect((await lstat(join(folder, name))).mode & 0o777).toBe(0o400)
  const text = await readFile(join(folder, 'manifest.json'))
  expect(row!.evidence).toBe(sha256(text))
  const manifest = Manifest.parse(JSON.parse(text.toString()))
  expect(manifest).toMatchObject({ trial: 't.1', run: 'run-1', row: rowDigest(rowFor('t.1', 1)) })
  for (const name of EVIDENCE_NAMES) expect(manifest.files[name].sha256).toBe(sha256(await readFile(join(folder, name))))
})

test('a line gives the digest of the rest of itself, byte for byte', () => {
  const row = { ...rowFor('t.1', 1), evidence: 'a'.repeat(64) }
  expect(digestOfLine(lineOf(row))).toEqual({ row: rowDigest(row), evidence: row.evidence })
  expect(digestOfLine(lineOf({ ...row, evidence: null }))).toEqual({ row: rowDigest(row), evidence: null })
  expect(digestOfLine('{"evidence":"x"}')).toBeNull()
})

test('a row comes only when its manifest is on disk, and rows keep the order in which trials came', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => rowFor(`t.${index + 1}`, index + 1))
  const appended = await written(rows, async (group) => {
    for (const { id, evidence } of group) expect(sha256(await readFile(join(dir, 'evidence', id, 'manifest.json')))).toBe(evidence)
  })
  expect(appended.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
})

test('what is the same is stored once, and each folder is whole all the same', async () => {
  await written([rowFor('t.1', 1)])
  const appended = await written([rowFor('t.2', 2), rowFor('t.3', 3)])
  expect(appended).toHaveLength(2)
  const inode = async (trial: string, name: string): Promise<number> => (await lstat(join(dir, 'evidence', trial, name))).ino
  const evidence = await openEvidence('run-1', dir, async () => {}, systemRandomness)
  for (const order of [4, 5]) {
    await evidence.add(rowFor(`t.${order}`, order), documentsFor(rowFor(`t.${order}`, order)))
    await evidence.flush()
  }
  expect(await inode('t.4', 'environment.json')).toBe(await inode('t.5', 'environment.json'))
  expect(await inode('t.4', 'plan.json')).not.toBe(await inode('t.5', 'plan.json'))
})

test('what a death left unfinished is removed, and a trial that is repeated takes the place of what stood there', async () => {
  await mkdir(join(dir, 'evidence/.0123456789ab.unfinished'), { recursive: true })
  await writeFile(join(dir, 'evidence/.0123456789ab.unfinished/plan.json'), 'half')
  await mkdir(join(dir, 'evidence/t.1'))
  await writeFile(join(dir, 'evidence/t.1/old.json'), 'old')
  await written([rowFor('t.1', 1)])
  expect(await readdir(join(dir, 'evidence'))).toEqual(['t.1'])
  expect(await readdir(join(dir, 'evidence/t.1'))).toHaveLength(8)
})

test('what could not be written is told to everybody from then on, and no row comes of it', async () => {
  const appended: TrialRow[] = []
  const evidence = await openEvidence('run-1', dir, async (rows) => { appended.push(...rows) }, systemRandomness)
  await rm(join(dir, 'evidence'), { recursive: true })
  await writeFile(join(dir, 'evidence'), 'in the way')
  await evidence.add(rowFor('t.1', 1), documentsFor(rowFor('t.1', 1)))
  await expect(evidence.flush()).rejects.toThrow(/ENOTDIR|EEXIST/)
  await expect(evidence.add(rowFor('t.2', 2), documentsFor(rowFor('t.2', 2)))).rejects.toThrow(/ENOTDIR|EEXIST/)
  expect(appended).toEqual([])
  await chmod(join(dir, 'evidence'), 0o600)
})
