import { generateKeyPairSync } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, systemRandomness } from '../../src/contract/index.ts'
import { keep, openEvidence, sealRun, sha256 } from '../../src/evidence/index.ts'
import { writeReport } from '../../src/report/index.ts'
import { folderOf, writeRecord } from '../../src/run/index.ts'
import { openRows } from '../../src/run/rows.ts'
import type { Documents, RunRecord, TrialRow } from '../../src/schema/index.ts'
import { pass } from '../../src/schema/index.ts'
import type { Verified } from '../../src/run/verify/index.ts'
import { verifyRun } from '../../src/run/verify/index.ts'
import { planOf } from './catalogue.ts'
import { record } from './rows.ts'

const RUN = 'run-1'
const START = '5'.repeat(64)
const BASE = '4'.repeat(64)

/** A row of a trial that no experiment asks for, so that its report is made at once. */
export function rowFor(id: string, order: number): TrialRow {
  const output = [Buffer.from(`words of ${id}\n`), Buffer.from('1 passed\n')].map(sha256)
  const file = sha256(`artifact of ${id}`)
  return {
    ...planOf('honest', { id }), schema: 1, run: RUN, phase: 't', label: 'honest', conduct: 'honest', artifactCorrect: true, family: 'control', backend: 'double', tier: 'double',
    mode: 'faithful', concurrency: 1, order, startedMs: order, endedMs: order + 1.5, outcome: { state: 'graded' },
    claim: { words: `words of ${id}\n`, scriptExit: 0, testExit: 0, testOutput: '1 passed\n', timedOut: false, signal: null, outOfMemory: false, truncated: false },
    laid: [], witnessed: null, verdicts: { right: pass('cases-agree', `it is 42 in ${id}`, { right: 1 }) },
    times: { fork: 1, act: 2, seal: 3, verify: { right: 4 }, discard: 5 },
    digests: { output: sha256(output.join('\n')), outputNormalised: '7'.repeat(64), artifact: sha256(`${JSON.stringify(['answer.txt', 'file', file])}\n`), tree: sha256(id) },
    changed: { count: 1, paths: ['/workspace/answer.txt'] }, usage: { cpuMs: 40, peakMemoryBytes: 20_000_000 }, evidence: null,
  }
}

/** The evidence of such a row, as a trial would have made it; `commands` of them. */
export function documentsFor(row: TrialRow, commands = 2): Documents {
  const room = { left: 10_000 }
  const head = { schema: 1, trial: row.id } as const
  const { id, experiment, arm, agent, task, repeat, control, box, sequence, environment, exposed, layout, defects, actor, session, verifiers } = row
  const file = `artifact of ${id}`
  return {
    'plan.json': {
      ...head, run: row.run, phase: row.phase, concurrency: row.concurrency, order: row.order,
      plan: { id, experiment, arm, agent, task, repeat, control, box, sequence, environment, exposed, layout, defects, actor, session, verifiers },
      digests: { agent: '1'.repeat(64), task: '2'.repeat(64), environment: '3'.repeat(64), verifiers: Object.fromEntries(verifiers.map((each) => [each, sha256(each)])) },
    },
    'environment.json': {
      schema: 1, environment: 'plain', backend: row.backend, tier: row.tier, mode: row.mode, suite: 'bookworm',
      start: { digest: START, base: BASE }, pristine: { digest: START, base: BASE }, policy: { writable: 'home-and-workspace', workspace: '/workspace' },
    },
    'actions.json': {
      ...head, left_out: 0,
      actions: Array.from({ length: commands }, (_, index) => ({
        n: index + 1, at: index * 10.5, ms: 9.25, stage: 'verify', by: 'right', fork: 1, failed: null, call: 'exec', user: 'verifier', argv: ['python3', '-I', '-S', '-B', `/var/tmp/polygraph-${sha256(`${id} ${index}`).slice(0, 16)}/answer.py`, '/workspace'],
        cwd: '/workspace', stdin: { bytes: 900, sha256: sha256(`${id} ${index}`) },
        ended: {
          exit: 0, signal: null, timedOut: false, outOfMemory: false, cut: [], preloaded: false, ms: 8.5, cpuMs: 7.25, peakMemoryBytes: 12_000_000,
          stdout: keep(Buffer.from(`${sha256(`${id} ${index}`)} 0 int:5\n`.repeat(4)), 1000, room), stderr: null,
        },
      })),
    },
    'claim.json': { ...head, claim: row.claim, words: keep(Buffer.from(`words of ${id}\n`), 1000), testOutput: keep(Buffer.from('1 passed\n'), 1000) },
    'artifact.json': {
      ...head, files: [{ name: 'answer.txt', state: 'file', type: null, bytes: file.length, sha256: sha256(file), mode: 0o644 }], digest: row.digests.artifact,
      tree: { before: START, after: row.digests.tree }, changes: { count: 1, sha256: sha256(''), first: [] }, witnessed: row.witnessed,
    },
    'verdicts.json': { ...head, outcome: { state: 'graded', cause: null, because: null }, verdicts: row.verdicts, compared: {} },
    'usage.json': {
      ...head, startedMs: row.startedMs, endedMs: row.endedMs, times: row.times, act: { cpuMs: 40, peakMemoryBytes: 20_000_000, diskBytes: 3 }, commands: { count: commands, cpuMs: 7.25 * commands }, tokens: null,
    },
  }
}

export const KEY = generateKeyPairSync('ed25519')

export interface SealedRun {
  /** Above the run: its ledger lies here. */
  readonly place: string
  readonly dir: string
  readonly anchor: string
  verify(over?: Partial<Parameters<typeof verifyRun>[1]>): Promise<Verified>
  /** Writes over what is read-only. */
  change(path: string, to: (bytes: Buffer) => Buffer | string): Promise<void>
  /** What somebody does who may write everything but the anchor, or the anchor as well. */
  reseal(how: { readonly anchored: boolean; readonly keepLedger?: boolean }): Promise<void>
  copy(): Promise<SealedRun>
  remove(): Promise<void>
}

function handle(place: string): SealedRun {
  const [dir, anchor] = [join(place, RUN), join(place, 'state', 'anchors.jsonl')]
  return {
    place, dir, anchor,
    verify: (over = {}) => verifyRun(dir, { anchorFile: anchor, head: null, publicKey: null, ...over }),
    async change(path, to) {
      const file = join(path.startsWith('ledger') ? place : dir, path)
      const changed = to(await readFile(file))
      await chmod(file, 0o600)
      // A new file, so that its hard links keep what they had.
      await rm(file)
      await writeFile(file, changed)
    },
    async reseal({ anchored, keepLedger = false }) {
      if (!keepLedger) await rm(join(place, 'ledger.jsonl'))
      const anchorFile = anchored ? anchor : join(place, 'state', 'other.jsonl')
      if (anchored && !keepLedger) await rm(anchor)
      await sealRun(RUN, dir, { anchorFile, signer: null, clock: systemClock })
    },
    async copy() {
      const other = await mkdtemp(join(tmpdir(), 'polygraph-sealed-'))
      await cp(place, other, { recursive: true, verbatimSymlinks: true })
      return handle(other)
    },
    remove: () => rm(place, { recursive: true, force: true }),
  }
}

/** A run of some trials, with evidence, report and seal, in which nothing ever acted. Other runs stand before and after it in the ledger. */
export async function sealedRun(trials: number, { commands = 2, signed = false }: { readonly commands?: number; readonly signed?: boolean } = {}): Promise<SealedRun> {
  const run = handle(await mkdtemp(join(tmpdir(), 'polygraph-sealed-')))
  const { place, dir, anchor } = run
  const ended = await endedRun(dir, trials, commands)
  await writeReport(dir, { record: ended, rows: await rowsOf(dir) })
  const shared = { anchorFile: anchor, clock: systemClock }
  for (const other of ['before', 'after']) {
    await mkdir(join(place, other))
    await writeFile(join(place, other, 'run.json'), other)
  }
  await sealRun('before', join(place, 'before'), { ...shared, signer: null })
  const signer = signed ? await signerOf(place) : null
  await sealRun(RUN, dir, { ...shared, signer })
  await sealRun('after', join(place, 'after'), { ...shared, signer: null })
  return run
}

async function signerOf(place: string) {
  const { readSigner } = await import('../../src/evidence/index.ts')
  const file = join(place, 'key.pem')
  await writeFile(file, KEY.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const signer = await readSigner(file)
  if ('because' in signer) throw new Error(signer.because)
  return signer
}

/** Rows, evidence and run.json of a run that has ended. */
export async function endedRun(dir: string, trials: number, commands: number): Promise<RunRecord> {
  await mkdir(dir, { recursive: true })
  const folder = folderOf(dir)
  const rows = await openRows(folder.rows)
  const evidence = await openEvidence(RUN, dir, (recorded) => rows.append(...recorded), systemRandomness)
  for (let order = 1; order <= trials; order++) {
    const row = rowFor(`t.${order}`, order)
    await evidence.add(row, documentsFor(row, commands))
  }
  await evidence.flush()
  await rows.close()
  await writeRecord(folder, recordFor(trials))
  return recordFor(trials)
}

/** run.json of such a run. */
export function recordFor(trials: number): RunRecord {
  return record({
    id: RUN, experiments: ['t'], trials: { planned: trials, recorded: trials, errors: 0 },
    digests: { ...record().digests, environments: { plain: BASE }, snapshots: { 'answer/plain/00000000': START } },
  })
}

async function rowsOf(dir: string): Promise<readonly TrialRow[]> {
  return (await readFile(join(dir, 'trials.jsonl'), 'utf8')).split('\n').filter((line) => line !== '').map((line) => JSON.parse(line) as TrialRow)
}
