import { join } from 'node:path'
import { execa } from 'execa'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../../src/catalogue/index.ts'
import { baseline, measured, worse } from '../../helpers/conformance.ts'

const example = (name: string): string => join(projectRoot(), 'examples/backends', `${name}.toml`)
const AS_ROOT = process.getuid?.() === 0

/** Why an example can't run on this machine, or null. An engine that is not there is told in the title, never skipped in silence. */
const missing = async (name: string): Promise<string | null> => {
  if (name === 'docker') return await execa('docker', ['version'], { reject: false }).then(({ exitCode }) => exitCode === 0 ? null : 'no docker engine runs here')
  return name === 'bwrap' || AS_ROOT ? null : 'it needs root'
}

const cases = await Promise.all(['bwrap', 'nspawn'].map(async (name) => [name, await missing(name)] as const))

describe.each(cases)('the example %s', (name, because) => {
  test.skipIf(because !== null)(`is as its baseline says${because === null ? '' : `: not run, because ${because}`}`, async () => {
    const report = await measured(example(name), ['--concurrency', '2'])
    const changed = worse(report, await baseline(name), `examples/backends/${name}.toml`)
    expect(changed, changed.join('\n')).toEqual([])
    expect(report.summary.pass).toBeGreaterThan(100)
  }, 1_200_000)
})

/** Containers cost seconds each here, so that these two are not measured whole. */
const engines = await Promise.all(['podman', 'docker'].map(async (name) => [name, await missing(name)] as const))

describe.each(engines)('the example %s', (name, because) => {
  test.skipIf(because !== null)(`runs commands, and its forks do not meet${because === null ? '' : `: not run, because ${because}`}`, async () => {
    const { probes } = await measured(example(name), ['--only', 'exec/exit-code', '--only', 'fork-divergence/sibling-writes'])
    expect(probes.map(({ id, outcome }) => [id, outcome])).toEqual([['exec/exit-code', 'pass'], ['fork-divergence/sibling-writes', 'pass']])
  }, 600_000)
})

describe('what isolates nothing fails what it should', () => {
  test('the bare process breaks the contract where forks meet', async () => {
    const { probes } = await measured(example('process'), ['--only', 'fork-divergence', '--only', 'residue', '--only', 'network'])
    const outcome = (id: string): string | undefined => probes.find((probe) => probe.id === id)?.outcome
    expect(outcome('fork-divergence/sibling-writes')).toBe('fail')
    expect(probes.filter(({ family }) => family === 'residue').some((probe) => probe.outcome === 'fail')).toBe(true)
    expect(probes.filter(({ family, outcome: each }) => family === 'network' && each === 'pass').length).toBeLessThan(probes.filter(({ family }) => family === 'network').length / 2)
  }, 600_000)

  test('shared(namespaces) breaks what a fork is', async () => {
    const { probes } = await measured('shared(namespaces)', ['--only', 'fork-divergence', '--only', 'residue', '--only', 'snapshot-hygiene'])
    const failed = probes.filter(({ outcome }) => outcome === 'fail')
    expect(failed.map(({ id }) => id)).toEqual(expect.arrayContaining(['fork-divergence/sibling-writes']))
    expect(failed.length).toBeGreaterThan(probes.length / 2)
  }, 600_000)
})
