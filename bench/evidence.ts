/**
 * What evidence costs: CPU and time a trial of writing, reporting, sealing and verifying runs of 100 and of 10,000 trials with
 * 22 verdicts and 36 calls in forks each, as ratios of both, and the room they take. Trials are made up, so that nothing else is
 * measured. `node --conditions=polygraph-source bench/evidence.ts [trials …]`; the folder is that of TMPDIR.
 *
 * `--memory`, with `--expose-gc`, says instead how much each step holds at most, sampled after collections, which cost time.
 */
import { join } from 'node:path'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { madeUp, stepsOf, type Step } from './made-up.ts'
import { watchHeld } from './measure.ts'

const memory = process.argv.includes('--memory')
const sizes = process.argv.slice(2).filter((each) => /^\d+$/.test(each)).map(Number)

/** CPU of a trial in each step, in milliseconds, and what the run takes on disk. */
const costs = new Map<number, ReadonlyMap<Step, number>>()
for (const trials of sizes.length > 0 ? sizes : [100, 10_000]) costs.set(trials, await measure(trials))
const [few, many] = [[...costs][0]!, [...costs].at(-1)!]
if (!memory && few !== many) {
  const ratio = (of: (cost: ReadonlyMap<Step, number>) => number): string => (of(many[1]) / of(few[1])).toFixed(2)
  const all = (cost: ReadonlyMap<Step, number>): number => [...cost.values()].reduce((sum, each) => sum + each, 0)
  tell(`CPU of a trial of ${many[0]} over one of ${few[0]}: ${[...few[1].keys()].map((step) => `${step} ${ratio((cost) => cost.get(step)!)}`).join(', ')}; in all ${ratio(all)}`)
}

async function measure(trials: number): Promise<ReadonlyMap<Step, number>> {
  const place = await mkdtemp(join(tmpdir(), 'polygraph-bench-evidence-'))
  const cpu = new Map<Step, number>()
  try {
    const run = madeUp(place, trials)
    for (const [step, work] of stepsOf(run)) {
      const held = memory ? watchHeld() : null
      const [from, before] = [performance.now(), process.cpuUsage()]
      await work()
      const { user, system } = process.cpuUsage(before)
      cpu.set(step, (user + system) / 1000 / trials)
      tell(JSON.stringify(held === null
        ? { trials, step, cpuMs: round(cpu.get(step)!), ms: round((performance.now() - from) / trials), rssMiB: Math.round(process.resourceUsage().maxRSS / 1024) }
        : { trials, step, heldBytes: held.end() }))
    }
    tell(JSON.stringify({ trials, bytes: await run.bytes() }))
    return cpu
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}
