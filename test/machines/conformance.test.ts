import { execa } from 'execa'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../src/catalogue/index.ts'

/** Families in which a machine differs most from a fork by namespaces; all of them take ten minutes where machines are emulated. */
const FAMILIES = ['fork-divergence', 'fork-fidelity', 'network', 'determinism', 'snapshot-hygiene', 'residue', 'policy-after-restore', 'verifier-secrecy']

test('machines keep every promise that they make, and what the baseline holds', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const told = join(dir, 'report.json')
    const { exitCode, stdout } = await execa(process.execPath, [
      '--conditions=polygraph-source', join(projectRoot(), 'bin/polygraph.mjs'), 'conformance', 'qemu', '--out', told, '--concurrency', '2', ...FAMILIES.flatMap((family) => ['--only', family]),
    ], { reject: false })
    const report = JSON.parse(await readFile(told, 'utf8')) as { tier: string; probes: { id: string; outcome: string; evidence: string; control: { failed: boolean } | null }[] }
    const baseline = JSON.parse(await readFile(join(projectRoot(), 'conformance/qemu.json'), 'utf8')) as { probes: { id: string; outcome: string }[] }
    const expected = new Map(baseline.probes.map(({ id, outcome }) => [id, outcome]))
    const worse = report.probes.filter(({ id, outcome }) => expected.get(id) === 'pass' && outcome !== 'pass')
    expect(worse, stdout).toEqual([])
    expect(report.probes.filter(({ outcome }) => outcome === 'fail')).toEqual([])
    expect(report.probes.length).toBeGreaterThan(100)
    expect(report.probes.every(({ control }) => control?.failed === true)).toBe(true)
    expect(exitCode).toBe(0)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
})
