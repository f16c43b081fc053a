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
import { machineCosts } from './machines.ts'
import { plainBackend } from './plain.ts'
import { honestTrials, prototypeRate, prototypeTrial, rate, shares } from './trials.ts'

const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 40 : 200
const TRIALS = quick ? 8 : 24
const BLOCKS = quick ? 1 : 3
const PROTOTYPE_TRIALS = quick ? 4 : 12
const PROTOTYPE_BLOCKS = quick ? 2 : 5
const tell = (line: string): void => { process.stdout.write(`${line}\n`) }

const loaded = await loadCatalogue({ dirs: [projectRoot()] })
if (!loaded.ok) throw new Error(loaded.problems.map(problemText).join('\n'))
const { catalogue } = loaded
if (process.argv.includes('--machines')) {
  tell(`${availableParallelism()} cores, load ${loadavg()[0]!.toFixed(1)} at the start`)
  await machineCosts(catalogue, quick, tell)
  tell(`\nload ${loadavg()[0]!.toFixed(1)} at the end`)
  process.exit(0)
}
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

const plain = process.getuid?.() === 0 ? await plainBackend(await mkdtemp(join(tmpdir(), 'polygraph-plain-'))) : null
if (plain === null) tell('\nno yardstick without isolation: it needs root, for a chroot into the environment')
const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length

try {
  tell(`\nprototype's trial (script of eight commands, change list, one pytest in a second fork), ${PROTOTYPE_BLOCKS} interleaved blocks of ${PROTOTYPE_TRIALS}:`)
  const bare = plain === null ? null : await plain.prepare(catalogue.environments.get(task.environment)!, taskFiles(task))
  // A first one of each starts what later ones find.
  for (const [state, fast] of [[bare, false], [prepared, false], [prepared, true]] as const) if (state !== null) await prototypeTrial(state, fast)
  for (const concurrency of [1, 2]) {
    const ways = { plain: [] as number[], cold: [] as number[], preloaded: [] as number[] }
    for (let block = 0; block < PROTOTYPE_BLOCKS; block++) {
      if (bare !== null) ways.plain.push(await prototypeRate(bare, false, PROTOTYPE_TRIALS, concurrency))
      ways.cold.push(await prototypeRate(prepared, false, PROTOTYPE_TRIALS, concurrency))
      ways.preloaded.push(await prototypeRate(prepared, true, PROTOTYPE_TRIALS, concurrency))
    }
    const [base, cold, preloaded] = [mean(ways.plain), mean(ways.cold), mean(ways.preloaded)]
    tell(`  concurrency ${concurrency}: cold ${cold.toFixed(0)} a minute, preloaded ${preloaded.toFixed(0)}${bare === null ? '' : `, without isolation ${base.toFixed(0)}; over without isolation: cold ${(cold / base).toFixed(2)}, preloaded ${(preloaded / base).toFixed(2)}`}`)
  }

  tell(`\nhonest trials with the published verifiers, ${BLOCKS} interleaved blocks of ${TRIALS}:`)
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
    tell(`  concurrency ${concurrency}: faithful ${mean(ways.faithful).toFixed(0)} a minute, fast ${mean(ways.fast).toFixed(0)}${plain === null ? '' : `, without isolation ${mean(ways.plain).toFixed(0)}; faithful over without isolation ${(mean(ways.faithful) / mean(ways.plain)).toFixed(2)}`}`)
    tell(`    where a faithful trial's time goes: ${where}`)
  }
} finally {
  await plain?.close()
  await namespaces.close()
}
tell(`\nload ${loadavg()[0]!.toFixed(1)} at the end; times of a loaded machine are not worth quoting, ratios of interleaved blocks are`)
