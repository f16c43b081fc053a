import { spawn, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/catalogue/index.ts'
import { folderOf, readRecord, readRows } from '../../src/run/index.ts'
import type { Finding } from '../../src/schema/index.ts'

const BIN = join(projectRoot(), 'bin/polygraph.mjs')
let dir: string
/** Temporary folders of these commands alone, so that what others leave on this machine is no matter here. */
const temp = (): string => join(dir, 'temp')
/** What a fork server would have left. */
const leftBehind = async (): Promise<readonly string[]> => (await readdir(temp(), { recursive: true })).filter((path) => path.includes('/'))
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polygraph-e2e-'))
  await mkdir(temp())
})

afterAll(() => rm(dir, { recursive: true, force: true }))

interface Ended { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs the command as a user would; `watch` sees each piece of standard error and may signal the group, as a terminal does. */
function polygraph(args: readonly string[], watch: (err: string, kill: (signal: NodeJS.Signals) => void) => void = () => {}): Promise<Ended> {
  const child = spawn(process.execPath, [BIN, ...args], { cwd: dir, env: { ...process.env, TMPDIR: temp(), XDG_STATE_HOME: join(dir, 'state') }, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const kill = (signal: NodeJS.Signals): void => { if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, signal) }
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => { said.out += text })
  child.stderr.setEncoding('utf8').on('data', (text: string) => { said.err += text; watch(said.err, kill) })
  return new Promise((resolve) => { child.on('close', (code) => resolve({ code, ...said })) })
}

describe('polygraph reproduce', () => {
  let ended: Ended
  let findings: readonly Finding[]
  const out = (): string => join(dir, 'reproduced')
  beforeAll(async () => {
    ended = await polygraph(['reproduce', '--out', out()])
    findings = JSON.parse(await readFile(join(out(), 'findings.json'), 'utf8')) as Finding[]
  }, 900_000)

  test('ends with 0, the table on standard output and nothing but notes on standard error', () => {
    expect(ended.err.split('\n').filter((line) => line !== '')).toEqual([
      expect.stringMatching(/^Run .* writes to reproduced$/),
      expect.stringMatching(/^Sealed \d+ files as line 1 of ledger\.jsonl; its head is kept in .*state\/polygraph\/anchors\.jsonl$/),
      expect.stringMatching(/^Head [0-9a-f]{64}$/),
    ])
    expect(ended.code).toBe(0)
    expect(ended.out).toContain('11 of 11 judged findings reproduced')
    expect(ended.out).toContain('Report: reproduced/report.html')
    expect(ended.out).not.toMatch(/\u001b|\r/)
  })

  test.each([
    ['exp0.identical', 5, 5, true],
    ['exp1.trusting-cheats', 4, 4, true],
    ['exp1.ground-truth-cheats', 1, 4, true],
    ['exp1.strict-cheats', 0, 4, null],
    ['exp2.trusting', 13, 15, true],
    ['exp2.ground-truth', 5, 15, true],
    ['exp2.lie-rate', 8, 15, true],
    ['exp2.inflation', 8, 15, true],
    ['exp3.spurious-shared', 3, 5, true],
    ['exp3.spurious-isolated', 0, 5, true],
  ])('%s is %i of %i', (id, numerator, denominator, reproduced) => {
    expect(findings.find((finding) => finding.finding === id)).toMatchObject({ numerator, denominator, reproduced, errors: 0 })
  })

  test.each([['exp1b.honest-held-out', 'pass'], ['exp1b.hardcode-held-out', 'fail']])('%s is %s', (id, value) => {
    expect(findings.find((finding) => finding.finding === id)).toMatchObject({ value, reproduced: true })
  })

  test.each(['exp3.throughput-1', 'exp3.throughput-2'])('%s is told and not judged', (id) => {
    const finding = findings.find((each) => each.finding === id)!
    expect(finding.reproduced).toBeNull()
    expect(finding.value).toBeGreaterThan(0)
  })

  test('leaves a folder in which everything stands, and no error in any row', async () => {
    expect((await readdir(out())).toSorted()).toEqual(['SHA256SUMS', 'evidence', 'figures', 'findings.json', 'report.html', 'run.json', 'seal.json', 'summary.md', 'tables', 'trials.jsonl'])
    const record = await readRecord(folderOf(out()))
    expect(record).toMatchObject({ state: 'finished', trials: { errors: 0 }, backend: 'namespaces' })
    const read = await readRows(join(out(), 'trials.jsonl'))
    const rows = read.ok ? read.rows : []
    expect(rows).toHaveLength((record as { trials: { planned: number } }).trials.planned)
    expect(rows.flatMap((row) => Object.values(row.verdicts)).filter((verdict) => verdict.verdict === 'error')).toEqual([])
  })

  test('gives the matrix that the README shows; else: node scripts/readme-matrix.mjs RUN', async () => {
    const { withMatrix } = await import('../../scripts/readme-matrix.mjs')
    const readme = await readFile(join(projectRoot(), 'README.md'), 'utf8')
    expect(withMatrix(readme, await readFile(join(out(), 'tables', 'exp1-verdicts.csv'), 'utf8'))).toBe(readme)
  })

  test('verify finds that all of it holds, and says what it looked at', async () => {
    const { code, out: said } = await polygraph(['verify', out(), '--json'])
    const verified = JSON.parse(said) as { holds: boolean; problems: unknown[]; checked: Record<string, number> }
    expect(verified).toMatchObject({ holds: true, problems: [] })
    const rows = (await readFile(join(out(), 'trials.jsonl'), 'utf8')).split('\n').length - 1
    expect(verified.checked).toMatchObject({ trials: rows, evidence: rows, ledger: 1, anchors: 1 })
    expect(verified.checked['files']).toBeGreaterThan(rows * 8)
    expect(verified.checked['actions']).toBeGreaterThan(rows * 5)
    expect(code).toBe(0)
  })

  test('the ordinary tool agrees, and notices the same edited byte as verify', async () => {
    const sums = (): { status: number | null; stderr: string } => spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: out(), encoding: 'utf8' })
    expect(sums().status).toBe(0)
    const file = join(out(), 'summary.md')
    const before = await readFile(file, 'utf8')
    await writeFile(file, before.replace('reproduced', 'Reproduced'))
    try {
      expect(sums().status).toBe(1)
      const { code, out: said } = await polygraph(['verify', out()])
      expect(code).toBe(1)
      expect(said).toMatch(/^edited: summary\.md has SHA-256/m)
      expect(said).toMatch(/^mismatch: summary\.md is not what trials\.jsonl gives$/m)
      expect(said).toMatch(/does not hold: 2 problems\.$/m)
    } finally {
      await writeFile(file, before)
    }
  })

  test('report makes the same findings again from the rows alone', async () => {
    const before = await readFile(join(out(), 'findings.json'), 'utf8')
    await rm(join(out(), 'findings.json'))
    const again = await polygraph(['report', out(), '--json'])
    expect(again.code).toBe(0)
    expect((JSON.parse(again.out) as { findings: unknown }).findings).toEqual(findings)
    expect(await readFile(join(out(), 'findings.json'), 'utf8')).toBe(before)
  })
})

describe('polygraph run', () => {
  test('a run that is stopped keeps what was finished and leaves nothing behind', async () => {
    const out = join(dir, 'stopped')
    const ended = await polygraph(['run', 'exp2', '--out', out, '--concurrency', '2'], (err, kill) => {
      if (err.includes('writes to') && !err.includes('Stopping')) setTimeout(() => kill('SIGINT'), 5000)
    })
    expect(ended.code).toBe(130)
    expect(ended.err).toContain('Stopping')
    expect(ended.err).not.toMatch(/\n\s+at /)
    const record = await readRecord(folderOf(out))
    const rows = await readRows(join(out, 'trials.jsonl'))
    expect(record).toMatchObject({ state: 'interrupted', trials: { planned: 15, recorded: rows.ok ? rows.rows.length : -1 } })
    expect(await leftBehind()).toEqual([])
  }, 120_000)

  test('a second signal ends it at once, and clean finds what that left', async () => {
    const ended = await polygraph(['run', 'exp2', '--out', join(dir, 'cut')], (err, kill) => {
      if (!err.includes('Stopping')) setTimeout(() => kill('SIGINT'), 3000)
      else setTimeout(() => kill('SIGINT'), 1500)
    })
    expect(ended.code).toBe(130)
    expect((await polygraph(['clean'])).code).toBe(0)
    expect((await polygraph(['clean'])).out).not.toContain(dir)
    expect(await leftBehind()).toEqual([])
  }, 120_000)

  test('two runs at once, each below runs/, disturb neither each other nor the link to the latest', async () => {
    const both = await Promise.all(['1', '2'].map((seed) => polygraph(['run', 'exp1b', '--seed', seed, '--json'])))
    const told = both.map(({ code, out }) => ({ code, ...JSON.parse(out) as { run: string; state: string } }))
    expect(told).toEqual([expect.objectContaining({ code: 0, state: 'finished' }), expect.objectContaining({ code: 0, state: 'finished' })])
    expect((await readdir(join(dir, 'runs'))).toSorted()).toEqual(['latest', 'ledger.jsonl', ...told.map(({ run }) => run)].toSorted())
    expect(await readRecord(folderOf(join(dir, 'runs/latest')))).toMatchObject({ state: 'finished' })
    // Both ended in one ledger, one after the other.
    for (const { run } of told) expect((await polygraph(['verify', run])).out).toMatch(/2 lines of the ledger .*\nRun .* holds\.\n$/)
  }, 300_000)

  test('a folder that holds a run is not written over', async () => {
    const ended = await polygraph(['run', 'exp1b', '--out', join(dir, 'stopped')])
    expect([ended.code, ended.out]).toEqual([2, ''])
    expect(ended.err).toContain('is not empty')
  })
})

describe('polygraph doctor', () => {
  test('makes a real fork and says what is promised', async () => {
    const { code, out } = await polygraph(['doctor', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ backend: 'namespaces', readiness: expect.objectContaining({ ready: true }), fork: expect.objectContaining({ made: true }) }))
  })
})
