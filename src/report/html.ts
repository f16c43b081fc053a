import type { Table } from '../experiments/index.ts'
import type { Control, Finding, TrialRow } from '../schema/index.ts'
import { failures, inconclusive, type Report } from './compose.ts'
import type { Figure } from './figures.ts'
import { GLYPHS, bounds, fooled, interval, judgement, measured, origin, published, split, tally } from './format.ts'
import { htmlDocument } from './html-document.ts'
import { machineSection, trialSection } from './html-run.ts'
import { html, trusted, type Html } from './markup.ts'
import { text } from './summary.ts'

/**
 * report.html: one file, no script, nothing fetched. The first screen is the claims and whether each is reproduced. Every
 * text is escaped; the only markup let through is the SVG that this program drew. `listed`: the rows that it shows, the first
 * of the report.
 */
export function page(report: Report, figures: readonly Figure[], listed: readonly TrialRow[]): string {
  const { record } = report
  const doubt = inconclusive(report)
  return htmlDocument(`Polygraph, run ${record.id}`, html`<h1>Polygraph <small>run ${record.id}</small></h1>
${record.standIn === null ? null : html`<p class="warning">Stand-in: ${record.standIn}. These numbers don't come from a real backend.</p>`}
${record.state === 'finished' ? null : html`<p class="warning">The run was ${record.state}: ${record.trials.recorded} of ${record.trials.planned} trials were recorded.</p>`}
${doubt === null ? null : html`<p class="warning">${doubt}.</p>`}
<p class="tally">${tally(report.findings)}</p>
<p>${origin(record)}. ${brokenControls(report.controls)} Errors: ${failures(report.rows).length}. ${record.notMet.length === 0 ? 'No promise of the backend is unmet.' : html`<a href="#machine">Promises of the backend not met on this machine: ${record.notMet.length}.</a>`}</p>
${claims(report.findings)}
<nav>${report.experiments.map(({ experiment }) => html`<a href="#${experiment.id}">${experiment.id.toUpperCase()}: ${experiment.title}</a> `)}<a href="#errors">Errors</a> <a href="#machine">Machine</a> <a href="#trials">Trials</a></nav>
${report.experiments.map(({ experiment, analysis }) => html`
<section id="${experiment.id}">
<h2>${experiment.id.toUpperCase()}: ${experiment.title}</h2>
<p>${experiment.question}</p>
${figures.filter((figure) => figure.experiment === experiment.id).map(figureHtml)}
${analysis.tables.map(tableHtml)}
${controlsHtml(analysis.controls)}
</section>`)}
${errorsHtml(report)}
${machineSection(record)}
${trialSection(listed, report.rows.length)}`)
}

function claims(findings: readonly Finding[]): Html {
  const { one, inTables } = split(findings)
  return html`${claimTable(one)}
${inTables.length === 0 ? null : html`<details><summary>${inTables.length} more findings, told and not judged; the tables of ${[...new Set(inTables.map(({ experiment }) => experiment.toUpperCase()))].join(', ')} show them side by side</summary>
${claimTable(inTables)}
</details>`}`
}

function claimTable(findings: readonly Finding[]): Html {
  return html`<table class="claims">
<thead><tr><th>finding</th><th>measured</th><th>95% interval</th><th>published</th><th></th><th>because</th></tr></thead>
<tbody>${findings.map((each) => html`
<tr class="${each.reproduced === null ? 'told' : each.reproduced ? 'good' : 'bad'}"><td><a href="#${each.experiment}">${each.finding}</a></td><td>${measured(each)}</td><td>${interval(each)}${each.interval === null ? null : html`<br><small>${each.interval.method}, over ${each.interval.samples}</small>`}</td><td>${published(each)}</td><td>${each.reproduced === null ? '·' : each.reproduced ? '✓' : '✗'} ${judgement(each)}</td><td>${each.because}${bounds(each) === '' ? '' : `; ${bounds(each)}`}</td></tr>`)}
</tbody></table>`
}

function brokenControls(controls: readonly Control[]): string {
  const broken = controls.filter((control) => !control.holds)
  return broken.length === 0 ? `All ${controls.length} controls hold.` : `${broken.length} of ${controls.length} controls do not hold.`
}

/** Pixels from which a figure gets a frame. */
const TALL = 900

function figureHtml({ svg, caption, id }: Figure): Html {
  // A figure with a line an agent is longer than a screen: it scrolls in a frame, and the file has it whole.
  const tall = Number(/height="(\d+)"/.exec(svg)?.[1] ?? 0) > TALL
  return html`<figure id="figure-${id}">${tall ? html`<div class="tall">${trusted(svg)}</div>` : trusted(svg)}<figcaption>${caption} <a href="figures/${id}.svg">SVG</a></figcaption></figure>`
}

/** Rows of one table that a page shows; the whole is in its CSV file. */
const MOST_ROWS = 300
/** Rows up to which a table is open from the start. */
const SHORT = 25

function tableHtml(table: Table): Html {
  const shown = table.rows.slice(0, MOST_ROWS)
  const correct = table.columns.indexOf('artifact_correct')
  const cell = (row: Table['rows'][number], value: string | number | null, column: string): Html => {
    const word = text(value)
    const style = fooled(column, word, String(row[correct])) ? 'fooled' : GLYPHS.has(word) ? word : typeof value === 'number' ? 'number' : ''
    const glyph = GLYPHS.get(word)
    return html`<td class="${style}">${glyph === undefined ? word : `${glyph}\u00a0${word}`}${style === 'fooled' ? ', fooled' : ''}</td>`
  }
  return html`<details${table.rows.length <= SHORT ? trusted(' open') : null}>
<summary>${table.title}${table.rows.length > SHORT ? html` <small>(${table.rows.length} rows)</small>` : null}</summary>
<p class="note">${table.note} ${shown.length < table.rows.length ? `The first ${shown.length} of ${table.rows.length} rows; all are in the file. ` : null}<a href="tables/${table.id}.csv">CSV</a></p>
<div class="wide"><table><thead><tr>${table.columns.map((column) => html`<th>${column.replaceAll('_', ' ')}</th>`)}</tr></thead>
<tbody>${shown.map((row) => html`
<tr>${row.map((value, index) => cell(row, value, table.columns[index]!))}</tr>`)}
</tbody></table></div>
</details>`
}

function controlsHtml(controls: readonly Control[]): Html {
  return html`<h3>Controls</h3>
<table><thead><tr><th>control</th><th>expected</th><th>measured</th><th>holds</th></tr></thead>
<tbody>${controls.map((each) => html`
<tr class="${each.holds ? 'good' : 'bad'}"><td>${each.control}</td><td>${each.expected}</td><td>${each.measured}</td><td>${each.holds ? '✓ yes' : '✗ NO'}</td></tr>`)}
</tbody></table>`
}

function errorsHtml({ rows }: Report): Html {
  const all = failures(rows)
  return html`<section id="errors"><h2>Errors</h2>
${all.length === 0 ? html`<p>No trial and no verdict ended in an error of the infrastructure.</p>` : html`<table><thead><tr><th>trial</th><th>verifier</th><th>cause</th><th>because</th></tr></thead>
<tbody>${all.map((each) => html`
<tr><td>${each.trial}</td><td>${each.verifier}</td><td>${each.cause}</td><td>${each.because}</td></tr>`)}
</tbody></table>`}
</section>`
}
