import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { Option } from 'commander'
import { DEFAULT_BACKEND } from '../backends/registry.ts'
import { problemText } from '../catalogue/index.ts'
import { suggest } from '../catalogue/nearest.ts'
import { baselineOf, BROKEN, changes, conform, idle, isWorse, loadProbes, selfTest, type LoadedProbe } from '../conformance/index.ts'
import type { Backend } from '../contract/index.ts'
import { systemClock, systemRandomness } from '../contract/index.ts'
import { conformanceJunit, conformanceMarkdown, conformancePage, conformanceText, controlsText } from '../report/index.ts'
import { watchInterrupts } from '../run/index.ts'
import { ConformanceBaseline, WaiverFile, type ConformanceReport } from '../schema/index.ts'
import { documentAt } from './document.ts'
import type { Io } from './io.ts'
import { EXIT, json, Stop } from './io.ts'
import { openBackend, openCatalogue, pick, whenReady } from './open.ts'
import { concurrencyOption, jsonOption, rootOption, tierOption } from './options.ts'

interface Options {
  readonly only: readonly string[]
  readonly selfTest: boolean
  readonly baseline?: string
  readonly saveBaseline?: string
  readonly waivers?: string
  readonly out?: string
  readonly junit?: string
  readonly markdown?: string
  readonly html?: string
  readonly concurrency: number
  readonly root?: 'built' | 'host'
  readonly tier?: string
  readonly json: boolean
}

export function conformance(program: Command, io: Io, done: (code: number) => void): void {
  const file = (flag: string, what: string): Option => new Option(`${flag} <file>`, what)
  program.command('conformance').argument('[backend]', 'the id of a backend, a TOML file that describes one, a module that exports one, or one broken on purpose, as shared(namespaces)', DEFAULT_BACKEND)
    .description('measures whether a backend keeps every promise that it makes')
    .addOption(new Option('--only <probe>', 'a family or a probe, as files or files/put-replaces-links; may be given more than once').argParser((id: string, before: readonly string[]) => [...before, id]).default([], 'all'))
    .addOption(new Option('--self-test', 'runs the controls alone: every probe must fail on a broken backend').default(false))
    .addOption(file('--baseline', 'an earlier report or baseline (JSON); prints only what changed, and fails on a change for the worse'))
    .addOption(file('--waivers', 'failures that are accepted until a day (TOML)'))
    .addOption(file('--save-baseline', 'writes a baseline: outcomes alone'))
    .addOption(file('--out', 'writes the report as JSON'))
    .addOption(file('--junit', 'writes JUnit XML'))
    .addOption(file('--markdown', 'writes a Markdown table'))
    .addOption(file('--html', 'writes a page'))
    .addOption(concurrencyOption('probes at a time')).addOption(rootOption()).addOption(tierOption())
    .addOption(jsonOption())
    .action(async (backend: string, options: Options) => done(await perform(io, backend, options)))
}

async function perform(io: Io, name: string, options: Options): Promise<number> {
  const baseline = options.baseline === undefined ? null : await documentAt(io, options.baseline, ConformanceBaseline, 'json')
  const waivers = options.waivers === undefined ? { waiver: [] } : await documentAt(io, options.waivers, WaiverFile, 'toml')
  const loaded = await loadProbes()
  if (!loaded.ok) throw new Stop(EXIT.askedWrongly, loaded.problems.map(problemText).join('\n'))
  const probes = chosen(loaded.probes, options.only)
  const catalogue = await openCatalogue(io, [])
  const backend = await openTested(io, name, options)
  const whole = await openBackend(io, { backend: DEFAULT_BACKEND, ...(options.tier === undefined ? {} : { tier: options.tier }) })
  const interrupts = watchInterrupts(systemClock, io.err)
  try {
    const ready = await whenReady(backend)
    const works = (await whole.readiness()).ready
    if (!works) io.err(`backend ${DEFAULT_BACKEND} can't work here, so no control can run and no pass is counted`)
    const request = {
      probes, catalogue, backend, ready, whole: works ? whole : null, concurrency: options.concurrency,
      clock: systemClock, randomness: systemRandomness, signal: interrupts.signal,
    }
    if (options.selfTest) {
      const controls = await selfTest(request)
      if (options.json) json(io, controls)
      else io.out(controlsText(controls, io.width))
      return interrupts.exitCode() ?? (controls.every(({ control }) => control?.failed === true) ? EXIT.done : EXIT.fellShort)
    }
    const report = await conform({ ...request, probesDigest: loaded.digest, backendDigest: digestOf(backend), standIn: standInOf(backend), waivers, tell: progress(io) })
    if (interrupts.exitCode() !== null) return interrupts.exitCode()!
    await write(io, options, report)
    const changed = baseline === null ? null : changes(report.probes, { probes: baseline.probes.filter(({ id }) => options.only.length === 0 || probes.some((probe) => probe.id === id)) })
    for (const sentence of options.only.length === 0 ? idle(report.probes, waivers, backend.id, systemClock.now()) : []) io.err(sentence)
    if (options.json) json(io, changed === null ? report : { ...report, changes: changed })
    else io.out(conformanceText(report, changed, { width: io.width, colour: io.colour, asked: name }))
    if (changed !== null) return changed.some(isWorse) ? EXIT.fellShort : EXIT.done
    return report.probes.some(({ outcome, waived }) => outcome === 'fail' && waived === null) ? EXIT.fellShort : EXIT.done
  } finally {
    interrupts.restore()
    await backend.close()
    await whole.close()
  }
}

/** A backend by its name, or broken(name): one that is broken on purpose, to see what fails on it. */
async function openTested(io: Io, name: string, options: Options): Promise<Backend> {
  const [, how, inner] = /^([a-z-]+)\((.+)\)$/.exec(name) ?? []
  if (how === undefined || inner === undefined) return openBackend(io, { ...options, backend: name })
  const broken = pick(BROKEN, how, 'broken backend')
  const whole = await openTested(io, inner, options)
  const wrapped = broken.wrap(whole)
  return {
    ...wrapped,
    async close() {
      await wrapped.close()
      await whole.close()
    },
  }
}

function chosen(all: readonly LoadedProbe[], only: readonly string[]): readonly LoadedProbe[] {
  for (const each of only) {
    if (!all.some(({ id, family }) => id === each || family === each)) {
      throw new Stop(EXIT.askedWrongly, `there is no probe or family "${each}": ${suggest(each, new Set(all.flatMap(({ id, family }) => [id, family])))}`)
    }
  }
  return only.length === 0 ? all : all.filter(({ id, family }) => only.includes(id) || only.includes(family))
}

async function write(io: Io, { saveBaseline, out, junit, markdown, html }: Options, report: ConformanceReport): Promise<void> {
  const forms: readonly (readonly [string | undefined, () => string])[] = [
    [saveBaseline, () => `${JSON.stringify(baselineOf(report), null, 2)}\n`], [out, () => `${JSON.stringify(report, null, 2)}\n`], [junit, () => conformanceJunit(report)], [markdown, () => conformanceMarkdown(report)], [html, () => conformancePage(report)],
  ]
  for (const [path, text] of forms) if (path !== undefined) await writeFile(resolve(io.cwd, path), text())
}

/** One line a probe where nobody watches a bar. */
function progress(io: Io): (result: { readonly id: string; readonly outcome: string }, done: number, all: number) => void {
  if (!io.errStream.isTTY) return () => {}
  return ({ id }, done, all) => { io.errStream.write(`\r\u001b[K${done}/${all} ${id}${done === all ? '\n' : ''}`) }
}

const digestOf = (backend: Backend): string | null => backend.definition?.digest ?? null
const standInOf = (backend: Backend): string | null => backend.definition?.standIn ?? null
