import type { ConformanceReport, ControlResult, ProbeResult } from '../../schema/index.ts'
import { printable } from '../../schema/index.ts'
import { align, wrap, type Paint } from '../text-table.ts'

/** What changed since a baseline, as the comparison gives it. */
export interface Changed { readonly id: string; readonly change: string; readonly before: string | null; readonly now: string | null; readonly because: string }

export interface TextOptions { readonly width: number; readonly colour: boolean; /** The backend as the user named it. */ readonly asked: string }

/** As one word of a shell. */
const word = (text: string): string => (/^[\w./@:-]+$/.test(text) ? text : `'${printable(text)}'`)

const CODES = { good: '36', bad: '33', faint: '2', bold: '1' } as const

/** What the command prints: the table by family, then everything that is no pass with its evidence and the command that repeats it. */
export function conformanceText(report: ConformanceReport, changed: readonly Changed[] | null, { width, colour, asked }: TextOptions): string {
  const paint: Paint = (style, text) => (colour ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text)
  const lines = changed === null
    ? [...familyLines(report.probes), '', ...report.probes.filter(notable).flatMap((probe) => probeLines(probe, asked, width, paint)), ...noteLines(report.probes, width)]
    : changedLines(changed, asked, width, paint)
  return `${[
    paint('bold', `Conformance of ${printable(report.backend)}, tier ${printable(report.tier)}`),
    ...(report.standIn === null ? [] : [paint('bad', `STAND-IN: ${printable(report.standIn)}`)]),
    '', ...lines, conclusion(report),
  ].join('\n')}\n`
}

const notable = ({ outcome, counted }: ProbeResult): boolean => outcome === 'fail' || !counted

function familyLines(probes: readonly ProbeResult[]): readonly string[] {
  const families = [...Map.groupBy(probes, ({ family }) => family)]
  const count = (all: readonly ProbeResult[], outcome: string): string => String(all.filter((probe) => probe.outcome === outcome).length)
  return align([
    ['family', 'probes', 'pass', 'fail', 'unsupported', 'unverified', 'controls failed'],
    ...families.map(([family, all]) => [family, String(all.length), count(all, 'pass'), count(all, 'fail'), count(all, 'unsupported'), count(all, 'unverified'), String(all.filter(({ control }) => control?.failed === true).length)]),
  ])
}

function probeLines(probe: ProbeResult, asked: string, width: number, paint: Paint): readonly string[] {
  const mark = probe.outcome === 'fail' ? probe.waived === null ? 'FAIL' : `fail, waived until ${probe.waived.expires}: ${probe.waived.reason}` : `${probe.outcome}, not counted`
  return [
    paint(probe.outcome === 'fail' ? 'bad' : 'faint', `${probe.id}  ${mark}`),
    ...wrap(`${printable(probe.question)} ${printable(probe.because)}: ${printable(probe.evidence)}`, width - 4).map((line) => `    ${line}`),
    `    polygraph conformance ${word(asked)} --only ${probe.id}`,
    '',
  ]
}

/** Why a probe is unsupported or unverified, one line for all that share a reason. */
function noteLines(probes: readonly ProbeResult[], width: number): readonly string[] {
  const notes = Map.groupBy(probes.filter(({ outcome, counted }) => counted && (outcome === 'unsupported' || outcome === 'unverified')), ({ outcome, because }) => `${outcome} because ${printable(because)}`)
  const kept = probes.filter(({ outcome, because }) => outcome === 'pass' && because.endsWith('though not declared'))
  return [
    ...[...notes].flatMap(([reason, all]) => wrap(`${reason}: ${all.map(({ id }) => id).join(', ')}`, width)),
    ...(kept.length === 0 ? [] : wrap(`kept, though not declared: ${kept.map(({ id, promise }) => `${id} (${promise})`).join(', ')}`, width)),
    ...(notes.size + kept.length === 0 ? [] : ['']),
  ]
}

function changedLines(changed: readonly Changed[], asked: string, width: number, paint: Paint): readonly string[] {
  if (changed.length === 0) return ['Nothing changed against the baseline.', '']
  return changed.flatMap(({ id, change, before, now, because }) => [
    paint(change === 'worse' || change === 'gone' ? 'bad' : 'good', `${change}: ${id}  ${before ?? 'not there'} → ${now ?? 'not run'}`),
    ...wrap(printable(because), width - 4).map((line) => `    ${line}`),
    ...(now === null ? [] : [`    polygraph conformance ${word(asked)} --only ${id}`]),
  ]).concat('')
}

function conclusion({ summary, probes }: ConformanceReport): string {
  const { pass, fail, unsupported, unverified, waived, uncounted } = summary
  return `${probes.length} probes: ${pass} pass, ${fail} fail${waived === 0 ? '' : ` (${waived} waived)`}, ${unsupported} unsupported, ${unverified} unverified; ${uncounted === 0 ? 'every control failed as it must' : `${uncounted} not counted, since no control was seen to fail`}.`
}

/** What --self-test prints. */
export function controlsText(controls: readonly { readonly id: string; readonly control: ControlResult | null }[], width: number): string {
  const good = controls.filter(({ control }) => control?.failed === true)
  const lines = controls.filter(({ control }) => control?.failed !== true)
    .flatMap(({ id, control }) => wrap(`${id}: ${control === null ? 'no control could run' : `did not fail on ${control.backend}: ${printable(control.evidence)}`}`, width))
  return `${[...lines, `${good.length} of ${controls.length} probes fail on a broken backend, as they must.`].join('\n')}\n`
}
