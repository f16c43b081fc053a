import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import type { Tier } from '../../src/backends/namespaces/index.ts'
import { projectRoot } from '../../src/catalogue/index.ts'
import { changes, isWorse } from '../../src/conformance/index.ts'
import { ConformanceBaseline, ConformanceReport } from '../../src/schema/index.ts'
import { spawnAsOrdinaryUser } from '../backends/namespaces/kit/user.ts'

const MAIN = 'src/cli/main.ts'

/** The report of `polygraph conformance` on a backend, by its command. */
export async function measured(backend: string, args: readonly string[] = []): Promise<ConformanceReport> {
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-measured-'))
  try {
    const { stderr } = await execa(process.execPath, ['--conditions=polygraph-source', join(projectRoot(), MAIN), 'conformance', backend, ...args, '--out', join(dir, 'report.json')], { reject: false, stdin: 'ignore' })
    return await reportAt(join(dir, 'report.json'), stderr)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** The report on a tier of namespaces; as root, the tiers of an ordinary user are measured as one. */
export async function measuredTier(tier: Tier): Promise<ConformanceReport> {
  if (process.getuid?.() !== 0 || tier === 'root') return measured('namespaces', ['--tier', tier])
  const ordinary = await spawnAsOrdinaryUser(MAIN, (place) => ['conformance', 'namespaces', '--tier', tier, '--out', join(place, 'tmp/report.json')])
  try {
    if (ordinary.child.exitCode === null) await once(ordinary.child, 'exit')
    return await reportAt(join(ordinary.place, 'tmp/report.json'), `exit ${String(ordinary.child.exitCode)}`)
  } finally {
    await ordinary.remove()
  }
}

async function reportAt(path: string, said: string): Promise<ConformanceReport> {
  const text = await readFile(path, 'utf8').catch(() => { throw new Error(`no report was written: ${said}`) })
  return ConformanceReport.parse(JSON.parse(text))
}

/** The baseline of that name in the repository. */
export async function baseline(name: string): Promise<ConformanceBaseline> {
  return ConformanceBaseline.parse(JSON.parse(await readFile(join(projectRoot(), 'conformance', `${name}.json`), 'utf8')))
}

/** What is worse than the baseline, each with what was seen and the command that repeats it. */
export function worse(report: ConformanceReport, before: ConformanceBaseline, asked: string): readonly string[] {
  return changes(report.probes, before).filter(isWorse)
    .map(({ id, before: then, now, because }) => `${id}: ${then ?? 'new'} → ${now ?? 'not run'}: ${because}\n  polygraph conformance ${asked} --only ${id}`)
}
