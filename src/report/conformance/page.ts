import type { ConformanceReport, ProbeResult } from '../../schema/index.ts'
import { htmlDocument } from '../html-document.ts'
import { html, type Html } from '../markup.ts'

/** One file, no script, nothing fetched: the section alone with a head around it. */
export function conformancePage(report: ConformanceReport): string {
  return htmlDocument(`Conformance of ${report.backend}`, conformanceSection(report))
}

/** The section of a report: counts by family, what failed and why, and every probe with promise, control and evidence. */
export function conformanceSection(report: ConformanceReport): Html {
  const { summary, probes } = report
  const failed = probes.filter(({ outcome }) => outcome === 'fail')
  return html`<section id="conformance">
<h1>Conformance <small>of ${report.backend}, tier ${report.tier}</small></h1>
${report.standIn === null ? null : html`<p class="warning">Stand-in: ${report.standIn}.</p>`}
<p class="tally">${probes.length} probes: ${summary.pass} pass, ${summary.fail} fail${summary.waived === 0 ? '' : ` (${summary.waived} waived)`}, ${summary.unsupported} unsupported, ${summary.unverified} unverified</p>
<p>${summary.uncounted === 0 ? 'Every probe was seen to fail on a backend that is broken on purpose.' : `${summary.uncounted} probes are not counted, since no control was seen to fail.`} Measured from ${report.startedAt} to ${report.endedAt} with Polygraph ${report.version}.</p>
${failed.length === 0 ? null : html`<h2>Promises that are not kept</h2>${rows(failed)}`}
<h2>Families</h2>
<div class="wide"><table><thead><tr><th>family</th><th>probes</th><th>pass</th><th>fail</th><th>unsupported</th><th>unverified</th></tr></thead>
<tbody>${[...Map.groupBy(probes, ({ family }) => family)].map(([family, all]) => html`<tr><td>${family}</td><td>${all.length}</td>${(['pass', 'fail', 'unsupported', 'unverified'] as const).map((outcome) => html`<td>${all.filter((probe) => probe.outcome === outcome).length}</td>`)}</tr>`)}</tbody></table></div>
<h2>Probes</h2>
${rows(probes)}
<h2>Promises</h2>
${pairs([...Object.entries(report.promises).map(([name, value]): [string, string] => [name, String(value)]), ...report.notMet.map(({ promise, because }): [string, string] => [promise, `not met: ${because}`])])}
<details><summary>Host and digests</summary>
${pairs([...Object.entries(report.host).map(([name, value]): [string, string] => [name, String(value ?? 'unknown')]), ...Object.entries(report.digests)])}
</details>
</section>`
}

function rows(probes: readonly ProbeResult[]): Html {
  return html`<div class="wide"><table><thead><tr><th>probe</th><th>promise</th><th>outcome</th><th>because</th><th>control</th><th>ms</th></tr></thead>
<tbody>${probes.map((probe) => html`<tr><td>${probe.id}<br><span class="note">${probe.question}</span></td><td>${probe.promise}</td><td>${probe.waived === null ? probe.outcome === 'fail' ? 'FAIL' : probe.outcome : 'fail, waived'}</td><td>${probe.because}${probe.waived === null ? null : html`<br>Waived until ${probe.waived.expires}: ${probe.waived.reason}`}<details><summary>evidence</summary>${probe.evidence}</details></td><td>${probe.control === null ? 'none' : `${probe.control.backend}${probe.control.failed ? '' : ' did not fail'}`}</td><td>${probe.ms}</td></tr>`)}</tbody></table></div>`
}

function pairs(all: readonly (readonly [string, string])[]): Html {
  return html`<table><tbody>${all.map(([name, value]) => html`<tr><th>${name}</th><td>${value}</td></tr>`)}</tbody></table>`
}
