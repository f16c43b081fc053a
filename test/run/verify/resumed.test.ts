import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/contract/index.ts'
import { digestOfLine, rowTextOf, sealRun } from '../../../src/evidence/index.ts'
import { writeReport } from '../../../src/report/index.ts'
import { setAside } from '../../../src/run/aside.ts'
import { folderOf, lockRun, readRecord, readRows } from '../../../src/run/index.ts'
import type { Verified } from '../../../src/run/verify/index.ts'
import { verifyRun } from '../../../src/run/verify/index.ts'
import { doomed } from '../../helpers/child.ts'
import type { Fake } from '../../helpers/fake-backend.ts'
import { fakeBackend } from '../../helpers/fake-backend.ts'
import { SMALL, SMALL_TRIALS } from '../../helpers/plans.ts'
import { polygraph } from '../../helpers/io.ts'
import { executeIn, resumeIn, supersededIn } from '../../helpers/run.ts'

let place: string
let backend: Fake
/** The same run four times: stopped in its shared sequence, stopped and gone on with, killed, killed and gone on with. */
const dirs = (): Record<'stopped' | 'resumed' | 'killed' | 'mended', string> => ({ stopped: join(place, 'a/run'), resumed: join(place, 'b/run'), killed: join(place, 'c/run'), mended: join(place, 'd/run') })
/** Each beside its own ledger: two ledgers with one run are a contradiction. */
const anchorOf = (dir: string): string => join(dirname(dir), 'anchors.jsonl')
const verify = (dir: string): Promise<Verified> => verifyRun(dir, { anchorFile: anchorOf(dir), head: null, publicKey: null })

/** As a sitting ends: report, then seal. */
async function end(dir: string): Promise<void> {
  const [record, read] = [await readRecord(folderOf(dir)), await readRows(join(dir, 'trials.jsonl'))]
  if ('because' in record || !read.ok) throw new Error('no run')
  await writeReport(dir, { record, rows: read.rows })
  await sealRun(record.id, dir, { anchorFile: anchorOf(dir), signer: null, clock: systemClock })
}

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'polygraph-resumed-'))
  backend = await fakeBackend()
  const { stopped, resumed, killed, mended } = dirs()
  for (const dir of [stopped, killed]) await mkdir(dir, { recursive: true })
  const stop = new AbortController()
  // In the second trial of the shared sequence, so that its first row is there and must be done again.
  await executeIn(stopped, backend, SMALL, { concurrency: 1, signal: stop.signal, onStage: (stage, trial) => { if (stage === 'act' && trial === 'shared.2') stop.abort() } })
  await end(stopped)
  await cp(join(place, 'a'), join(place, 'b'), { recursive: true })
  await resumeIn(resumed, backend, SMALL)
  await end(resumed)
  if (await doomed(killed, 'kill@seal#6', place) !== 'SIGKILL') throw new Error('it did not die as it was told to')
  await cp(join(place, 'c'), join(place, 'd'), { recursive: true })
  await resumeIn(mended, backend, SMALL)
  await end(mended)
})
afterAll(async () => {
  await backend.close()
  await rm(place, { recursive: true, force: true })
})

/** Does something to a copy of a run, seals it again where asked to, and gives what verify says of it. */
async function after(dir: string, tamper: (dir: string) => Promise<unknown>, { sealed = true } = {}): Promise<Verified> {
  const own = await mkdtemp(join(place, 'copy-'))
  await cp(dir, join(own, 'run'), { recursive: true })
  await tamper(join(own, 'run'))
  if (sealed) await sealRun('run', join(own, 'run'), { anchorFile: anchorOf(join(own, 'run')), signer: null, clock: systemClock })
  return verify(join(own, 'run'))
}

const told = ({ problems }: Verified): string[] => problems.map(({ kind, where }) => `${kind} ${where}`)
async function edit(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(file, 'utf8')
  await rm(file)
  await writeFile(file, change(text))
}

describe('verify', () => {
  test('of a run that was stopped holds, and says for what it is', async () => {
    const { stopped } = dirs()
    const { code, out } = await polygraph(['verify', stopped, '--anchor', anchorOf(stopped)])
    expect(out).toMatch(new RegExp(`\\nIt was interrupted, with \\d of ${SMALL_TRIALS} trials recorded\\.\\nRun run holds\\.\\n$`))
    expect(code).toBe(0)
  })

  test('of one that was stopped and gone on with holds, rows that were set aside and their evidence too', async () => {
    const { resumed } = dirs()
    const verified = await verify(resumed)
    expect(verified).toMatchObject({ holds: true, problems: [], ended: { state: 'finished', recorded: SMALL_TRIALS, planned: SMALL_TRIALS } })
    const aside = await supersededIn(resumed)
    expect(aside.map(({ row, because }) => [row.id, because])).toContainEqual(['shared.1', 'sequence-cut'])
    expect(verified.checked).toMatchObject({ trials: SMALL_TRIALS, superseded: aside.length, evidence: SMALL_TRIALS + aside.length, ledger: 2 })
    expect((await readdir(join(resumed, 'superseded'))).toSorted()).toEqual(aside.map(({ row }) => row.evidence!).toSorted())
    expect((await polygraph(['verify', resumed, '--anchor', anchorOf(resumed)])).out).toContain(`${SMALL_TRIALS} rows and ${aside.length} that were set aside, ${SMALL_TRIALS + aside.length} of them against their evidence`)
  })

  test('of one that was killed names that alone and says what to do; gone on with, it holds', async () => {
    const { killed, mended } = dirs()
    const verified = await verify(killed)
    expect(verified).toMatchObject({ holds: false, ended: { state: 'running', planned: SMALL_TRIALS } })
    expect(verified.problems.filter(({ where }) => !where.startsWith('evidence/'))).toEqual([
      { kind: 'unsealed', where: 'SHA256SUMS', what: expect.any(String) },
      { kind: 'unfinished', where: 'run.json', what: expect.stringContaining('It was killed before it ended: it planned 7 trials, and polygraph run --resume') },
      { kind: 'unsealed', where: 'seal.json', what: expect.any(String) },
      { kind: 'removed', where: 'ledger.jsonl', what: expect.any(String) },
    ])
    expect(await verify(mended)).toMatchObject({ holds: true, problems: [], ended: { state: 'finished', recorded: SMALL_TRIALS } })
  })

  test('says that a run is being written, and by whom', async () => {
    const verified = await after(dirs().killed, async (dir) => { expect(await lockRun(dir)).toMatchObject({ held: true }) }, { sealed: false })
    expect(verified.problems).toContainEqual(expect.objectContaining({ kind: 'unfinished', what: expect.stringContaining(`is being written by process ${process.pid}`) }))
  })

  test('lets the lock of a living process stand, and nothing that only looks like one', async () => {
    const { resumed } = dirs()
    expect(await after(resumed, lockRun)).toMatchObject({ holds: true })
    const stat = await readFile('/proc/self/stat', 'utf8')
    const living = `lock-${process.pid}-${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]!}`
    for (const [name, text] of [['lock-1-1', ''], [living, 'more'], ['lock-x', '']] as const) {
      const verified = await after(resumed, (dir) => writeFile(join(dir, name), text))
      // What has no such name is sealed with the rest.
      expect(told(verified)).toEqual(name === 'lock-x' ? [] : [`added ${name}`])
    }
  })
})

describe('verify finds, though the run was sealed again and its head anchored,', () => {
  const first = async (dir: string): Promise<string> => (await supersededIn(dir))[0]!.row.evidence!

  test.each<readonly [what: string, tamper: (dir: string) => Promise<unknown>, finds: RegExp]>([
    ['an edited row that was set aside', (dir) => edit(join(dir, 'superseded.jsonl'), (text) => text.replace('"family":"control"', '"family":"others!"')), /^edited superseded\.jsonl: shared\.1$/],
    ['an edited reason', (dir) => edit(join(dir, 'superseded.jsonl'), (text) => text.replace('"because":"sequence-cut"', '"because":"for fun"')), /^malformed superseded\.jsonl:1$/],
    ['another way to write it', (dir) => edit(join(dir, 'superseded.jsonl'), (text) => text.replace('{"schema":1,', '{ "schema":1,')), /^mismatch superseded\.jsonl:1$/],
    ['a line less', (dir) => edit(join(dir, 'superseded.jsonl'), (text) => text.slice(text.indexOf('\n') + 1)), /^cut superseded\.jsonl$/],
    ['a line twice', (dir) => edit(join(dir, 'superseded.jsonl'), (text) => `${text}${text.slice(0, text.indexOf('\n') + 1)}`), /^added superseded\.jsonl:\d$/],
    ['no such file', (dir) => rm(join(dir, 'superseded.jsonl')), /^removed superseded\.jsonl$/],
    ['evidence of it that was edited', async (dir) => edit(join(dir, 'superseded', await first(dir), 'claim.json'), (text) => `${text} `), /^edited superseded\/[0-9a-f]{64}\/claim\.json$/],
    ['evidence of it that was removed', async (dir) => rm(join(dir, 'superseded', await first(dir)), { recursive: true }), /^removed superseded\/[0-9a-f]{64}\/manifest\.json$/],
    ['evidence under another name', async (dir) => rename(join(dir, 'superseded', await first(dir)), join(dir, 'superseded/other')), /^added superseded\/other$/],
  ])('%s', async (_, tamper, finds) => {
    const verified = await after(dirs().resumed, tamper)
    expect(verified.holds).toBe(false)
    expect(told(verified)).toContainEqual(expect.stringMatching(finds))
  })

  test('a row that is counted though it was set aside, with the evidence of then', async () => {
    const verified = await after(dirs().resumed, async (dir) => {
      const [line] = (await readFile(join(dir, 'superseded.jsonl'), 'utf8')).split('\n')
      const superseded = (await supersededIn(dir))[0]!
      const own = rowTextOf(superseded, line!)!
      expect(digestOfLine(own)?.evidence).toBe(superseded.row.evidence)
      await edit(join(dir, 'trials.jsonl'), (text) => text.replace(/^.*"id":"shared\.1".*$/m, () => own))
      await rm(join(dir, 'evidence/shared.1'), { recursive: true })
      await cp(join(dir, 'superseded', superseded.row.evidence!), join(dir, 'evidence/shared.1'), { recursive: true })
    })
    expect(told(verified)).toContain('added superseded.jsonl:1')
  })
})

describe('a death while rows are set aside', () => {
  /** A stopped run, with the rows that would be set aside, in a folder of its own. */
  async function stopped(): Promise<{ folder: ReturnType<typeof folderOf>; rows: Awaited<ReturnType<typeof supersededIn>>; lines: readonly string[] }> {
    const dir = join(await mkdtemp(join(place, 'death-')), 'run')
    await cp(dirs().stopped, dir, { recursive: true })
    const read = await readRows(join(dir, 'trials.jsonl'))
    const rows = (read.ok ? read.rows : []).filter(({ id }) => id === 'shared.1').map((row) => ({ schema: 1 as const, at: '2026-01-01T00:00:00.000Z', because: 'sequence-cut' as const, row }))
    expect(rows).toHaveLength(1)
    return { folder: folderOf(dir), rows, lines: (await readFile(join(dir, 'trials.jsonl'), 'utf8')).split('\n').slice(0, -1) }
  }
  const kept = async (folder: ReturnType<typeof folderOf>) => { const read = await readRows(folder.rows); return read.ok ? read.rows : [] }

  test('after the row left, before its evidence did, ends with evidence beside its row', async () => {
    const { folder, rows, lines } = await stopped()
    await writeFile(join(folder.dir, 'superseded.jsonl'), `${JSON.stringify(rows[0])}\n`)
    await writeFile(folder.rows, lines.filter((line) => !line.includes('"id":"shared.1"')).map((line) => `${line}\n`).join(''))
    expect((await setAside(folder, await kept(folder), [])).map(({ id }) => id)).toEqual(['shared.1'])
    expect(await readdir(join(folder.dir, 'superseded'))).toEqual([rows[0]!.row.evidence])
    expect((await readdir(join(folder.dir, 'evidence'))).toSorted()).toEqual((await kept(folder)).map(({ id }) => id).toSorted())
  })

  test('before the row left, and then nothing to set aside, leaves the row where it counts, once', async () => {
    const { folder, rows, lines } = await stopped()
    await writeFile(join(folder.dir, 'superseded.jsonl'), `${JSON.stringify(rows[0])}\n`)
    expect(await setAside(folder, await kept(folder), [])).toEqual([])
    expect(await readFile(join(folder.dir, 'superseded.jsonl'), 'utf8')).toBe('')
    expect(await readFile(folder.rows, 'utf8')).toBe(lines.map((line) => `${line}\n`).join(''))
    expect(await readdir(join(folder.dir, 'evidence'))).toContain('shared.1')
  })

  test('rows that stay keep every byte, and evidence that no row names is gone', async () => {
    const { folder, rows, lines } = await stopped()
    await mkdir(join(folder.dir, 'evidence/orphan'))
    const keep = (await kept(folder)).filter(({ id }) => id !== 'shared.1')
    await setAside(folder, keep, rows)
    expect(await readFile(folder.rows, 'utf8')).toBe(lines.filter((line) => !line.includes('"id":"shared.1"')).map((line) => `${line}\n`).join(''))
    const [line] = (await readFile(join(folder.dir, 'superseded.jsonl'), 'utf8')).split('\n')
    expect(lines).toContain(rowTextOf(rows[0]!, line!))
    expect(await readdir(join(folder.dir, 'evidence'))).not.toContain('orphan')
  })
})
