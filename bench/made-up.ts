import { mkdir, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock, systemRandomness } from '../src/contract/index.ts'
import { onDisk, openEvidence, sealRun, walk } from '../src/evidence/index.ts'
import { compose, terminalSummary, writeReport } from '../src/report/index.ts'
import { setAside } from '../src/run/aside.ts'
import type { RunFolder } from '../src/run/index.ts'
import { folderOf, readFacts, writeRecord } from '../src/run/index.ts'
import { openRows } from '../src/run/rows.ts'
import { verifyRun } from '../src/run/verify/index.ts'
import type { TrialRow } from '../src/schema/index.ts'
import { pass } from '../src/schema/index.ts'
import { documentsFor, recordFor, rowFor } from '../test/helpers/sealed.ts'

const VERIFIERS = Array.from({ length: 22 }, (_, index) => `verifier-${index + 1}`)
const KINDS = Object.fromEntries(VERIFIERS.map((id) => [id, 'outcome' as const]))
/** As many calls as a trial of EXP6 makes on average, so that its evidence is as large. */
const COMMANDS = 36

export type Step = 'write' | 'resume' | 'report' | 'seal' | 'verify'

/** A run of made-up trials, each as large as those of EXP6, through the real writer, report, seal and verify. */
export interface MadeUp { readonly folder: RunFolder; readonly place: string; readonly trials: number; bytes(): Promise<number> }

export function madeUp(place: string, trials: number): MadeUp {
  const folder = folderOf(join(place, 'run-1'))
  return {
    folder, place, trials,
    /** On disk, each inode once. Folders count as well. */
    async bytes() {
      const seen = new Set<number>()
      let bytes = 0
      for await (const { path } of walk(folder.dir)) {
        for (const each of [path, path.replace(/\/?[^/]*$/, '')]) {
          const { ino, blocks } = await lstat(onDisk(folder.dir, each))
          if (!seen.has(ino)) bytes += blocks * 512
          seen.add(ino)
        }
      }
      return bytes
    },
  }
}

/** What is done to a run from its first trial to a reviewer's look at it. */
export function stepsOf({ folder, place, trials }: MadeUp): readonly (readonly [Step, () => Promise<void>])[] {
  const anchorFile = join(place, 'anchors.jsonl')
  const record = { ...recordFor(trials), experiments: ['exp6'] }
  const facts = async () => {
    const read = await readFacts(folder.rows)
    if (!read.ok) throw new Error(read.because)
    return read
  }
  return [
    ['write', async () => {
      await mkdir(folder.dir)
      const writer = await openRows(folder.rows)
      const evidence = await openEvidence('run-1', folder.dir, (recorded) => writer.append(...recorded), systemRandomness)
      for (let order = 1; order <= trials; order++) {
        const row = busy(order)
        const documents = documentsFor(row, COMMANDS)
        documents['plan.json'].plan.kinds = KINDS
        await evidence.add(row, documents)
      }
      await evidence.flush()
      await writer.close()
      await writeRecord(folder, record)
    }],
    // What a sitting that goes on does before its first trial.
    ['resume', async () => { await setAside(folder, (await facts()).rows, []) }],
    ['report', async () => {
      const read = await facts()
      await writeReport(folder.dir, { record, ...read })
      terminalSummary(compose(record, read.rows), { colour: false, report: null })
    }],
    ['seal', async () => { await sealRun('run-1', folder.dir, { anchorFile, signer: null, clock: systemClock }) }],
    ['verify', async () => {
      const verified = await verifyRun(folder.dir, { anchorFile, head: null, publicKey: null })
      if (!verified.holds) throw new Error(JSON.stringify(verified.problems.slice(0, 5)))
    }],
  ]
}

/** As an act of EXP6: a hundred agents, each on its own tasks. */
export function busy(order: number): TrialRow {
  const [agent, task] = [`agent-with-a-name-${order % 100}`, `a-task-${Math.floor(order / 100)}`]
  const row = rowFor(`exp6.${agent}.${task}`, order)
  const verdict = pass('cases-agree', `all 24 answers of trial ${order} are right`, { questions: 24, right: 24, exit: 0, output: 'x'.repeat(120), preloaded: false })
  return {
    ...row, experiment: 'exp6', agent, task, label: 'cheat', conduct: 'tampered', artifactCorrect: false, witnessed: true, verifiers: VERIFIERS, kinds: KINDS,
    claim: { ...row.claim!, words: `What the agent said of its work, and that it is complete: ${order}\n`, testOutput: `${'.'.repeat(60)}\n1 passed in 0.01s\n` },
    verdicts: Object.fromEntries(VERIFIERS.map((id) => [id, verdict])),
    times: { ...row.times!, verify: Object.fromEntries(VERIFIERS.map((id, index) => [id, 100.25 + index])) },
  }
}
