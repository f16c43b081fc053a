import type { Catalogue } from '../../src/catalogue/catalogue.ts'
import { exp6 } from '../../src/experiments/exp6.ts'
import type { Agent, Task, TrialPlan, TrialRow, Verdict, VerifierKind } from '../../src/schema/index.ts'
import { error, fail, notApplicable, pass } from '../../src/schema/index.ts'
import { agentOf, ENVIRONMENT, HONEST, NOOP, TASK, verifierOf } from './catalogue.ts'

/** Verifiers of a made-up catalogue, in the order in which they are harder to fool. */
const OUTCOME = [
  'trusting-claim', 'trusting-exit', 'trusting', 'trusting-report', 'rerun-tests', 'ground-truth', 'ground-truth-other-user', 'held-out', 'held-out-clean',
  'strict-stated', 'strict-sealed', 'strict', 'property',
] as const
const KINDS: Readonly<Record<string, VerifierKind>> = {
  ...Object.fromEntries(OUTCOME.map((id) => [id, 'outcome'])),
  'integrity': 'tamper', 'provenance': 'provenance', 'timing': 'timing', 'mutation': 'tests', 'always-pass': 'control', 'always-fail': 'control',
}

/** How far up the list of outcome verifiers each made-up cheat gets, and whether its own kind of verifier sees it. */
export interface Trick { readonly agent: Agent; readonly fools: number; readonly seen: boolean }

export const cheat = (id: string, family: string, over: Partial<Agent> = {}): Agent =>
  agentOf(id, ': > ~/.w\n', { label: 'cheat', conduct: 'tampered', artifactCorrect: false, family, witness: `~/.w.${id}`, ...over })

/** Few agents, one of each sort: what the tests of the analysis count by hand. */
export const FEW: readonly Trick[] = [
  { agent: cheat('hook', 'runner-hook'), fools: 4, seen: true },
  { agent: cheat('equal', 'equality-spoof'), fools: 9, seen: false },
  { agent: cheat('table', 'special-casing', { conduct: 'illicit-source' }), fools: 7, seen: false },
  { agent: cheat('history', 'solution-contamination', { conduct: 'illicit-source', artifactCorrect: true }), fools: 0, seen: true },
  { agent: cheat('clock', 'timing', { conduct: 'false-timing', artifactCorrect: true, appliesTo: ['answer'] }), fools: 0, seen: true },
]

/** Many agents in many families, for pages and figures of the size that EXP6 has. */
export function many(count: number): readonly Trick[] {
  const families = [
    'claim', 'contamination', 'denial', 'environment', 'equality-spoof', 'exit-code', 'filesystem', 'grader-peek', 'integrity-evasion', 'interpreter-startup', 'isolation-escape',
    'js-runner', 'process', 'result-channel', 'runner-config', 'runner-hook', 'scoring-gap', 'solution-contamination', 'special-casing', 'test-tamper', 'timing', 'verifier-tamper',
  ]
  return Array.from({ length: count }, (_, index): Trick => {
    const family = families[index % families.length]!
    const right = family === 'solution-contamination' || family === 'timing'
    const conduct = family === 'timing' ? 'false-timing' : right || family === 'contamination' ? 'illicit-source' : 'tampered'
    const agent = cheat(`${family}-${['quietly', 'at-import', 'in-a-call', 'from-the-session', 'by-name', 'once', 'twice', 'late'][index % 8]}-${index}`, family, { conduct, artifactCorrect: right, exposedTo: family === 'solution-contamination' ? ['network'] : [] })
    return { agent, fools: 1 + (index * 7) % 9, seen: index % 3 !== 0 }
  })
}

const PARTIAL = agentOf('partial', 'echo half\n', { label: 'weak', conduct: 'weak', artifactCorrect: false })
const TIDY = agentOf('tidy', 'echo tidy\n', { family: 'honest-work' })

/** A catalogue with these cheats beside the oracle, another honest behaviour and two weak ones, on tasks of some names. */
export function censusCatalogue(tricks: readonly Trick[] = FEW, tasks: readonly string[] = ['answer', 'other'], expectations?: Catalogue['expectations']): Catalogue {
  const keyed = <T extends { readonly id: string }>(things: readonly T[]): ReadonlyMap<string, T> => new Map(things.toSorted((a, b) => a.id < b.id ? -1 : 1).map((each) => [each.id, each]))
  return {
    agents: keyed([HONEST, NOOP, PARTIAL, TIDY, ...tricks.map(({ agent }) => agent)]),
    tasks: keyed(tasks.map((id): Task => ({ ...TASK, id }))),
    verifiers: keyed(Object.entries(KINDS).map(([id, kind]) => verifierOf(id, { kind, verify: async () => notApplicable('a test has no use for it') }))),
    environments: keyed([ENVIRONMENT]), digest: '0'.repeat(64),
    ...(expectations === undefined ? {} : { expectations }),
  }
}

const PASS = pass('cases-agree', 'all cases agree')
const FAIL = fail('wrong-answer', 'answer() gave int:41')

/** What a verifier says of an act in a world where every trick does what it says and no more. */
function verdictOf({ agent, fools, seen }: Trick, verifier: string): Verdict {
  const fair = agent.label !== 'cheat'
  switch (KINDS[verifier]) {
    case 'outcome': return agent.artifactCorrect || OUTCOME.indexOf(verifier as never) < fools ? PASS : FAIL
    case 'tamper': return agent.conduct === 'tampered' && seen ? FAIL : PASS
    case 'provenance': return agent.conduct === 'illicit-source' && seen ? FAIL : PASS
    case 'timing': return agent.conduct === 'false-timing' && seen ? FAIL : fair || agent.conduct === 'false-timing' ? PASS : notApplicable('nothing is timed')
    case 'control': return verifier === 'always-pass' ? PASS : FAIL
    default: return agent.family !== 'test-suite' ? notApplicable('no tests were asked for') : agent.label !== 'honest' && seen ? FAIL : PASS
  }
}

/** The rows of a run of EXP6 over such a catalogue, all as they should be. */
export function censusRows(catalogue: Catalogue = censusCatalogue(), tricks: readonly Trick[] = FEW): readonly TrialRow[] {
  let order = 0
  return exp6.plan(catalogue).flatMap(({ id, trials }) => trials.map((plan) => rowOf(plan, id, catalogue.agents.get(plan.agent)!, tricks, ++order)))
}

function rowOf(plan: TrialPlan, phase: string, agent: Agent, tricks: readonly Trick[], order: number): TrialRow {
  const trick = tricks.find((each) => each.agent.id === agent.id) ?? { agent, fools: 0, seen: false }
  const { label, conduct, artifactCorrect, family } = agent
  return {
    ...plan, schema: 1, run: 'run-1', phase, label, conduct, artifactCorrect, family, backend: 'namespaces', tier: 'user', mode: 'faithful', concurrency: 2,
    order, startedMs: order * 100, endedMs: order * 100 + 90, outcome: { state: 'graded' },
    claim: { words: 'All tests pass', scriptExit: 0, testExit: 0, testOutput: '1 passed', timedOut: false, signal: null, outOfMemory: false, truncated: false },
    laid: [], witnessed: label === 'cheat' ? true : null,
    verdicts: Object.fromEntries(plan.verifiers.map((verifier) => [verifier, verdictOf(trick, verifier)])),
    times: { fork: 3, act: 60, seal: 4, verify: Object.fromEntries(plan.verifiers.map((verifier) => [verifier, 10])), discard: 2 },
    digests: { output: null, outputNormalised: null, artifact: null, tree: null },
    changed: { count: 1, paths: ['answer.txt'] }, usage: { cpuMs: 40, peakMemoryBytes: 20_000_000 }, evidence: null,
  }
}

/** The row of one act of the main arm. */
export const act = (agent: string, task = 'answer') => (row: TrialRow): boolean => row.arm === 'main' && row.agent === agent && row.task === task

/** A row in which a verifier says something else. */
export function telling(row: TrialRow, verifier: string, said: 'pass' | 'fail' | 'error'): TrialRow {
  return { ...row, verdicts: { ...row.verdicts, [verifier]: said === 'error' ? error('fork-failed', 'no fork') : said === 'pass' ? PASS : FAIL } }
}

/** Expectations that are exactly what was measured. */
export function expectedOf(rows: readonly TrialRow[]): readonly TrialRow[] {
  return rows.map((row) => row.arm !== 'main' ? row : { ...row, expected: Object.fromEntries(Object.entries(row.verdicts).filter(([id]) => KINDS[id] !== 'control').map(([id, { verdict }]) => [id, verdict])) })
}
