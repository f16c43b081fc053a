import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf, readRecord, readRows } from '../../../src/run/index.ts'
import type { Finding, TrialRow } from '../../../src/schema/index.ts'
import type { Home } from '../../helpers/child.ts'
import { openHome, STACK } from '../../helpers/child.ts'
import { withoutTimes } from '../../helpers/run.ts'

let home: Home
beforeAll(async () => { home = await openHome() })
afterAll(() => home.remove())

async function rows(name: string): Promise<readonly TrialRow[]> {
  const read = await readRows(join(home.dir, name, 'trials.jsonl'))
  return read.ok ? read.rows : []
}
const findings = async (name: string): Promise<readonly Finding[]> => JSON.parse(await readFile(join(home.dir, name, 'findings.json'), 'utf8')) as Finding[]

describe('a run whose terminal goes away', () => {
  test('ends as if somebody still read it: what it writes is its folder', async () => {
    const child = home.start(['run', 'exp1b', '--out', 'whole'])
    await child.said('writes to whole')
    child.leave()
    expect(await child.ended).toMatchObject({ code: 0, signal: null })
    expect(await readRecord(folderOf(join(home.dir, 'whole')))).toMatchObject({ state: 'finished', trials: { recorded: 5, errors: 0 } })
    expect((await readdir(join(home.dir, 'whole'))).toSorted()).toEqual(['SHA256SUMS', 'evidence', 'figures', 'findings.json', 'report.html', 'run.json', 'seal.json', 'summary.md', 'tables', 'trials.jsonl'])
    expect(await home.run(['verify', 'whole'])).toMatchObject({ code: 0, out: expect.stringMatching(/\nRun \S+ holds\.\n$/) })
  }, 600_000)
})

describe('a run that is killed', () => {
  test('goes on where it was, what it left is cleaned from anywhere, and its findings are those of one that was not', async () => {
    expect(await home.run(['run', 'exp1b', '--out', 'killed'], { fault: 'kill@verify#4', tmp: 'other-tmp' })).toMatchObject({ signal: 'SIGKILL' })
    expect((await home.left()).length).toBeGreaterThan(0)
    const dead = await home.run(['verify', 'killed'])
    expect([dead.code, dead.out]).toEqual([1, expect.stringMatching(/^unfinished: run\.json says that the run goes on\. It was killed before it ended/m)])
    const before = await rows('killed')
    const cleaned = await home.run(['clean'])
    expect([cleaned.code, cleaned.err]).toEqual([0, ''])
    expect(cleaned.out).toContain(`removed directory ${join(home.dir, 'other-tmp')}`)
    expect(await home.left()).toEqual([])
    const again = await home.run(['clean'])
    expect(again.out.split('\n').filter((line) => line.includes(home.dir))).toEqual([])

    const resumed = await home.run(['run', '--resume', 'killed'])
    expect(resumed.code).toBe(0)
    expect(resumed.err).toMatch(new RegExp(`goes on: ${before.length} of 5 trials stand, ${5 - before.length} are left`))
    expect(withoutTimes(await rows('killed'))).toEqual(withoutTimes(await rows('whole')))
    expect(await findings('killed')).toEqual(await findings('whole'))
    for (const row of before) expect(await rows('killed')).toContainEqual(row)
    expect((await readdir(join(home.dir, 'killed'))).toSorted()).toEqual((await readdir(join(home.dir, 'whole'))).toSorted())
    expect(await home.run(['verify', 'killed'])).toMatchObject({ code: 0, out: expect.stringMatching(/5 rows, 5 of them against their evidence .*2 lines of the ledger .*\nRun \S+ holds\.\n$/) })
  }, 600_000)

  test('in the middle of its report has it made by going on, with nothing left to do', async () => {
    expect(await home.run(['report', 'whole'])).toMatchObject({ code: 0 })
    const done = await home.run(['run', '--resume', 'whole', '--json'])
    expect(done).toMatchObject({ code: 0, err: expect.stringMatching(/^Nothing to do: all 5 trials of run .* are recorded\.\n$/) })
    expect(JSON.parse(done.out)).toMatchObject({ state: 'finished', conclusive: true, errors: 0 })
    expect(await home.run(['verify', 'whole'])).toMatchObject({ code: 0 })
  })

  test('before it was sealed is sealed by going on', async () => {
    expect(await home.run(['run', '--resume', 'whole', '--anchor', 'heads'], { fault: 'kill@sealing#1' })).toMatchObject({ signal: 'SIGKILL' })
    expect(await home.run(['verify', 'whole'])).toMatchObject({ code: 1, out: expect.stringContaining('unsealed: seal.json is missing') })
    const { code, err } = await home.run(['run', '--resume', 'whole'])
    expect([code, err]).toEqual([0, expect.stringMatching(/^Nothing to do: .*\nSealed \d+ files as line 3 of ledger\.jsonl; .*\nHead [0-9a-f]{64}\n$/)])
    expect(await home.run(['verify', 'whole'])).toMatchObject({ code: 0 })
  }, 600_000)
})

describe('going on with a run is refused', () => {
  test.each([
    ['with another seed', ['--seed', '9'], "this run can't be resumed: seed was 1 and 9 is asked for"],
    ['with another backend', ['--backend', 'qemu'], "this run can't be resumed: backend was namespaces and qemu is asked for"],
    ['with another catalogue', ['--catalogue', 'mine'], "this run can't be resumed: catalogue was none and ../mine is asked for"],
    ['with other experiments', ['exp1'], '--resume takes the experiments from the run; leave out exp1'],
    ['into another folder', ['--out', 'there'], 'leave out --out'],
  ])('%s', async (_, args, sentence) => {
    const { code, out, err } = await home.run(['run', '--resume', 'whole', ...args])
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(sentence)
  })

  test('while another process writes to it, which a second hang-up ends at once', async () => {
    const holding = home.start(['run', 'exp1b', '--out', 'held'], { fault: 'hold@act#1' })
    await holding.said('writes to held')
    await untilLocked(join(home.dir, 'held'))
    const { code, err } = await home.run(['run', '--resume', 'held'])
    expect([code, err]).toEqual([2, `held is being written by process ${holding.pid}; wait for it, or stop it and try again\n`])
    expect((await home.run(['verify', 'held'])).out).toContain(`It is being written by process ${holding.pid}: wait until it ends`)
    holding.kill('SIGHUP')
    await holding.said('Stopping')
    await new Promise((resolve) => setTimeout(resolve, 1200))
    holding.kill('SIGHUP')
    const ended = await holding.ended
    expect([ended.code, STACK.test(ended.err)]).toEqual([129, false])
  }, 600_000)
})

async function untilLocked(dir: string): Promise<void> {
  for (;;) {
    const names: readonly string[] = await readdir(dir).catch(() => [])
    if (names.some((name) => name.startsWith('lock-')) && names.includes('run.json')) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

describe.runIf(process.getuid?.() === 0)('a disk that gives nothing', () => {
  const small = (name: string, options: string): string => `mkdir -p '${join(home.dir, name)}'; mount -t tmpfs -o ${options} tmpfs '${join(home.dir, name)}'`

  test('full, for the results: the run stops with a sentence and exit 3', async () => {
    const { code, err } = await home.run(['run', 'exp1b', '--out', 'full/run'], { mounts: small('full', 'size=16k') })
    expect(code).toBe(3)
    expect(err).toMatch(/run \S+ in full\/run stopped: ENOSPC: .*\. What was recorded is kept; when that is mended: polygraph run --resume full\/run\n$/)
    expect(err).not.toMatch(STACK)
  }, 600_000)

  test('full, for temporary files: no run begins', async () => {
    const { code, err } = await home.run(['run', 'exp1b', '--out', 'unbegun'], { tmp: 'full-tmp', mounts: small('full-tmp', 'nr_inodes=1') })
    expect(code).toBe(3)
    expect(err).toMatch(/^backend namespaces can't work here: .*ENOSPC/)
    expect(err).not.toMatch(STACK)
  })

  test('read-only, for the results: no run begins, none goes on', async () => {
    const mounts = `${small('readonly', 'size=1m')}; cp -r '${join(home.dir, 'whole')}' '${join(home.dir, 'readonly/run')}'; mount -o remount,ro '${join(home.dir, 'readonly')}'`
    for (const args of [['exp1b', '--out', 'readonly/new'], ['--resume', 'readonly/run']]) {
      const { code, err } = await home.run(['run', ...args], { mounts })
      expect([code, STACK.test(err)]).toEqual([3, false])
      expect(err).toContain('EROFS: read-only file system')
    }
  })
})

describe('replay and compare', () => {
  test('of a trial that is what it was: exit 0 and one JSON document', async () => {
    const { code, out } = await home.run(['replay', 'whole', '--trial', 'exp1b.honest.calculator.1', '--json'])
    expect(JSON.parse(out)).toMatchObject({ trial: 'exp1b.honest.calculator.1', same: true, notes: [] })
    expect(code).toBe(0)
  }, 600_000)

  test('of a trial that nobody knows: exit 2 and the nearest id', async () => {
    const { code, err } = await home.run(['replay', 'whole', '--trial', 'exp1b.honset.calculator.1'])
    expect([code, err]).toEqual([2, 'the run has no trial "exp1b.honset.calculator.1": did you mean "exp1b.honest.calculator.1"?\n'])
  })

  test('of a run and the same one that was killed on the way: no verdict differs', async () => {
    const { code, out } = await home.run(['compare', 'whole', 'killed'])
    expect(out).toContain('Verdicts: 0 of 75 differ, on 5 trials that both have')
    expect(code).toBe(0)
  })
})
