import type { RunRecord, TrialRow } from '../schema/index.ts'
import { printable } from '../schema/index.ts'
import { sat } from './format.ts'
import { html, type Html } from './markup.ts'

/** What the run stood on: what was asked, what the backend promised, what this machine could not give, versions, digests. */
export function machineSection(record: RunRecord): Html {
  return html`<section id="machine"><h2>Machine and run</h2>
${pairs([
    ['command', record.command.join(' ')], ['experiments', record.experiments.join(', ')], ['state', record.state],
    ['started', record.startedAt], ['ended', record.endedAt ?? 'not ended'],
    ['backend', record.backend], ['tier', record.tier], ['mode', record.mode], ['seed', record.seed], ['concurrency', record.concurrency],
    ['trials', `${record.trials.recorded} of ${record.trials.planned} recorded, ${record.trials.errors} errors`],
    ...(record.sittings.length === 1 ? [] : [['sittings', sat(record)] as const]),
  ])}
<h3>Promises not met</h3>
${record.notMet.length === 0 ? html`<p>None: this machine meets every promise of the backend.</p>` : pairs(record.notMet.map((each) => [each.promise, each.because]))}
<h3>Drift</h3>
${record.drift.length === 0 ? html`<p>None: what was built is what was locked.</p>` : html`<ul>${record.drift.map((each) => html`<li>${each}</li>`)}</ul>`}
<details><summary>Promises, versions, host and digests</summary>
${pairs(Object.entries(record.promises).map(([key, value]) => [`promise ${key}`, String(value)]))}
${pairs(Object.entries(record.versions).map(([key, value]) => [`version ${key}`, value]))}
${pairs(Object.entries(record.host).map(([key, value]) => [`host ${key}`, value ?? 'unknown']))}
${pairs([
    ['catalogue', record.digests.catalogue], ['program', record.digests.program], ['lock file', record.digests.lock],
    ...Object.entries(record.digests.environments).map(([key, value]): [string, string] => [`environment ${key}`, value]),
  ])}
</details>
</section>`
}

/** Trials that a page lists; the file lists all. */
export const MOST_TRIALS = 300

/** Trials with the agent's words and each verdict's reason; `count` of them there are. */
export function trialSection(rows: readonly TrialRow[], count: number): Html {
  return html`<section id="trials"><h2>Trials</h2>
<p class="note">One row a trial. The words are the agent's own, with control characters escaped. <a href="tables/trials.csv">CSV, one row a trial and verifier</a></p>
<details><summary>${count > MOST_TRIALS ? `The first ${MOST_TRIALS} of ${count}` : count} trials</summary>
<div class="wide"><table><thead><tr><th>trial</th><th>label</th><th>outcome</th><th>words</th><th>test exit</th><th>verdicts</th></tr></thead>
<tbody>${rows.slice(0, MOST_TRIALS).map((row) => html`
<tr id="trial-${row.id}"><td>${row.id}</td><td>${row.label}</td><td>${outcome(row)}</td><td><code>${row.claim === null ? '' : printable(row.claim.words, { limit: 200 })}</code></td><td>${row.claim?.testExit ?? null}</td><td>${verdicts(row)}</td></tr>`)}
</tbody></table></div>
</details>
</section>`
}

function outcome({ outcome: how }: TrialRow): string {
  return how.state === 'graded' ? 'graded' : `${how.state}: ${how.because}`
}

function verdicts(row: TrialRow): string {
  return row.verifiers.map((verifier) => {
    const verdict = Object.hasOwn(row.verdicts, verifier) ? row.verdicts[verifier] : undefined
    return `${verifier}: ${verdict === undefined ? 'none' : `${verdict.verdict} (${verdict.reason})`}`
  }).join('; ')
}

function pairs(entries: readonly (readonly [key: string, value: string | number])[]): Html {
  return html`<table><tbody>${entries.map(([key, value]) => html`
<tr><th>${key}</th><td>${value}</td></tr>`)}
</tbody></table>`
}
