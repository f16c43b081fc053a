/**
 * What evidence costs: CPU and time a trial of writing, sealing and verifying runs of 100 and of 10,000 trials with 22
 * verdicts and 50 commands each, the room they take, and the most memory. Trials are made up, so that nothing else is
 * measured. `node --conditions=polygraph-source bench/evidence.ts [trials …]`; the folder is that of TMPDIR.
 */
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, systemRandomness } from '../src/contract/index.ts'
import { openEvidence, sealRun } from '../src/evidence/index.ts'
import { writeReport } from '../src/report/index.ts'
import { folderOf, readRows, writeRecord } from '../src/run/index.ts'
import { openRows } from '../src/run/rows.ts'
import { verifyRun } from '../src/run/verify/index.ts'
import { pass } from '../src/schema/index.ts'
import type { TrialRow } from '../src/schema/index.ts'
import { documentsFor, recordFor, rowFor } from '../test/helpers/sealed.ts'

const VERIFIERS = Array.from({ length: 22 }, (_, index) => `verifier-${index + 1}`)
const COMMANDS = 50
const sizes = process.argv.slice(2).map(Number)

for (const trials of sizes.length > 0 ? sizes : [100, 10_000]) await measure(trials)

async function measure(trials: number): Promise<void> {
  const place = await mkdtemp(join(tmpdir(), 'polygraph-bench-evidence-'))
  const dir = join(place, 'run-1')
  const before = await free(place)
  let most = 0
  const watch = setInterval(() => { most = Math.max(most, process.memoryUsage.rss()) }, 50)
  try {
    const folder = folderOf(dir)
    await costOf('write', trials, async () => {
      await mkdir(dir)
      const writer = await openRows(folder.rows)
      const evidence = await openEvidence('run-1', dir, (recorded) => writer.append(...recorded), systemRandomness)
      for (let order = 1; order <= trials; order++) {
        const row = busy(rowFor(`exp6.an-agent-with-a-name.a-task.${order}`, order))
        await evidence.add(row, documentsFor(row, COMMANDS))
      }
      await evidence.flush()
      await writer.close()
      await writeRecord(folder, recordFor(trials))
    })
    tell(`  most memory while writing ${mebibytes(most)}`)
    await costOf('report', trials, async () => {
      const read = await readRows(folder.rows)
      if (!read.ok) throw new Error(read.because)
      await writeReport(dir, { record: recordFor(trials), rows: read.rows })
    })
    await costOf('seal', trials, () => sealRun('run-1', dir, { anchorFile: join(place, 'anchors.jsonl'), signer: null, clock: systemClock }))
    tell(`  room on disk ${mebibytes(before - await free(place))}, ${((before - await free(place)) / trials / 1024).toFixed(1)} KiB a trial`)
    const verified = await costOf('verify', trials, () => verifyRun(dir, { anchorFile: join(place, 'anchors.jsonl'), head: null, publicKey: null }))
    if (!verified.holds) throw new Error(JSON.stringify(verified.problems.slice(0, 5)))
    tell(`  most memory in all ${mebibytes(most)}`)
  } finally {
    clearInterval(watch)
    await rm(place, { recursive: true, force: true })
  }
}

async function costOf<T>(what: string, trials: number, work: () => Promise<T>): Promise<T> {
  const [from, cpu] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(cpu)
  tell(`${what} ${trials}: CPU ${((user + system) / 1000 / trials).toFixed(3)} ms a trial, ${((performance.now() - from) / trials).toFixed(3)} ms a trial in all`)
  return result
}

function busy(row: TrialRow): TrialRow {
  const verdict = pass('cases-agree', 'all 24 answers are right', { questions: 24, right: 24, exit: 0, output: 'x'.repeat(120), preloaded: false })
  return { ...row, verifiers: VERIFIERS, verdicts: Object.fromEntries(VERIFIERS.map((id) => [id, verdict])), times: { ...row.times!, verify: Object.fromEntries(VERIFIERS.map((id, index) => [id, 100.25 + index])) } }
}

async function free(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

function mebibytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
