import type { ConformanceReport } from '../../schema/index.ts'
import { escapeMarkdown } from '../markup.ts'
import { markdownTable } from '../markdown-table.ts'

/** A Markdown document with one row a probe. */
export function conformanceMarkdown(report: ConformanceReport): string {
  const { summary, digests } = report
  return `${[
    `# Conformance of ${escapeMarkdown(report.backend)}, tier ${escapeMarkdown(report.tier)}`,
    ...(report.standIn === null ? [] : [`**Stand-in: ${escapeMarkdown(report.standIn)}**`]),
    `${report.probes.length} probes: ${summary.pass} pass, ${summary.fail} fail (${summary.waived} waived), ${summary.unsupported} unsupported, ${summary.unverified} unverified; ${summary.uncounted} not counted.`,
    markdownTable(
      ['probe', 'question', 'promise', 'outcome', 'because', 'control', 'evidence'],
      report.probes.map(({ id, question, promise, outcome, because, waived, counted, control, evidence }) => [
        id, question, promise, waived === null ? outcome === 'fail' ? 'FAIL' : outcome : 'fail, waived', waived === null ? because : `${because}; waived until ${waived.expires}: ${waived.reason}`,
        control === null ? 'none' : `${control.backend}${counted ? '' : ' did NOT fail'}`, evidence.slice(0, 200),
      ]),
    ),
    markdownTable(['digest', 'sha256'], Object.entries(digests)),
  ].join('\n\n')}\n`
}
