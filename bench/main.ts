/**
 * What isolation costs, as ratios of things measured in one run on one machine: forks against a bare spawn, bwrap and the
 * kernel's floor; whole trials against the same commands without isolation. Asserts nothing.
 */
import { mkdtemp } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createNamespacesBackend } from '../src/backends/namespaces/index.ts'
import { loadCatalogue, problemText, projectRoot } from '../src/catalogue/index.ts'
import { taskFiles } from '../src/trial/index.ts'
import { forkCosts } from './forks.ts'
import { timed } from './measure.ts'
import { plainBackend } from './plain.ts'
import { honestTrials, prototypeTrial, rate, shares } from './trials.ts'

const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 40 : 200
const TRIALS = quick ? 8 : 24
const BLOCKS = quick ? 1 : 3
const tell = (line: string): void => { process.stdout.write(`${line}\n`) }

const loaded = await loadCatalogue({ dirs: [projectRoot()] })
if (!loaded.ok) throw new Error(loaded.problems.map(problemText).join('\n'))
const { catalogue } = loaded
const namespaces = createNamespacesBackend({ log: console.error })
const readiness = await namespaces.readiness()
if (!readiness.ready) {
  process.stderr.write(`the namespaces backend can't work here: ${readiness.because}\n`)
  process.exit(3)
}
tell(`${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)} at the start, tier ${readiness.tier}\n`)

const task = catalogue.tasks.get('calculator')!
const prepared = await namespaces.prepare(catalogue.environments.get(task.environment)!, taskFiles(task))
await forkCosts(prepared, ROUNDS, tell)

tell('\nprototype\'s trial (script of eight commands, change list, one pytest in a second fork), trials a minute:')
for (const fast of [false, true]) {
  const rates = []
  await prototypeTrial(prepared, fast)
  for (const concurrency of [1, 2]) {
    let left = TRIALS
    const worker = async (): Promise<void> => { while (left-- > 0) await prototypeTrial(prepared, fast) }
    const span = await timed(() => Promise.all(Array.from({ length: concurrency }, worker)))
    rates.push(`${(TRIALS / span * 60_000).toFixed(0)} at ${concurrency}`)
  }
  tell(`  ${fast ? 'preloaded' : 'cold     '}  ${rates.join(', ')}`)
}

const root = process.getuid?.() === 0
tell(`\nhonest trials with the published verifiers, ${BLOCKS} interleaved blocks of ${TRIALS}:`)
const plain = root ? await plainBackend(await mkdtemp(join(tmpdir(), 'polygraph-plain-'))) : null
if (plain === null) tell('  no yardstick without isolation: it needs root, for a chroot into the environment')
try {
  for (const concurrency of [1, 2]) {
    const ways = { plain: [] as number[], faithful: [] as number[], fast: [] as number[] }
    let where = ''
    for (let block = 0; block < BLOCKS; block++) {
      if (plain !== null) ways.plain.push(rate(await honestTrials(plain, catalogue, TRIALS, concurrency, 'faithful')))
      const rows = await honestTrials(namespaces, catalogue, TRIALS, concurrency, 'faithful')
      ways.faithful.push(rate(rows))
      where = shares(rows)
      ways.fast.push(rate(await honestTrials(namespaces, catalogue, TRIALS, concurrency, 'fast')))
    }
    const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length
    tell(`  concurrency ${concurrency}: faithful ${mean(ways.faithful).toFixed(0)} a minute, fast ${mean(ways.fast).toFixed(0)}${plain === null ? '' : `, without isolation ${mean(ways.plain).toFixed(0)}; faithful over without isolation ${(mean(ways.faithful) / mean(ways.plain)).toFixed(2)}`}`)
    tell(`    where a faithful trial's time goes: ${where}`)
  }
} finally {
  await plain?.close()
  await namespaces.close()
}
tell(`\nload ${loadavg()[0]!.toFixed(1)} at the end; times of a loaded machine are not worth quoting, ratios of interleaved blocks are`)
