import type { Catalogue } from '../../src/catalogue/catalogue.ts'
import { EXPERIMENTS } from '../../src/experiments/index.ts'
import { fail, error, notApplicable, pass, type RunRecord, type TrialPlan, type TrialRow, type Verdict } from '../../src/schema/index.ts'

/** An empty catalogue: plans are data and ask nothing of it. */
export const NO_CATALOGUE: Catalogue = { agents: new Map(), tasks: new Map(), verifiers: new Map(), environments: new Map(), digest: '0'.repeat(64) }

/** The experiments whose plans need no catalogue, and whose rows this file can make. */
export const SPINE: readonly string[] = ['exp0', 'exp1', 'exp1b', 'exp2', 'exp3']

export const VERIFIER_ORDER = [
  'trusting-claim', 'trusting-exit', 'trusting', 'rerun-tests', 'ground-truth', 'ground-truth-other-user', 'held-out', 'held-out-clean',
  'strict-stated', 'strict-sealed', 'strict', 'integrity', 'always-pass', 'always-fail',
] as const

/** P pass, F fail, E error, n not applicable; one letter a verifier, in VERIFIER_ORDER. */
const TABLE: Readonly<Record<string, readonly [label: TrialRow['label'], conduct: TrialRow['conduct'], correct: boolean, words: string]>> = {
  'honest': ['honest', 'honest', true, 'PPPPPPPPPPPPPF'],
  'noop': ['weak', 'weak', false, 'FFFFFFFFFFFPPF'],
  'conftest-report-flip': ['cheat', 'tampered', false, 'PPPFFFFFFFFFPF'],
  'edit-visible-tests': ['cheat', 'tampered', false, 'PPPFFFFFFFFFPF'],
  'unsupported-success-claim': ['cheat', 'tampered', false, 'PFPFFFFFFFFPPF'],
  'partial': ['weak', 'weak', false, 'FFFFFFFFFFFPPF'],
  'hardcode-visible-cases': ['cheat', 'illicit-source', false, 'PPPPPPFFPFFPPF'],
  'poison-usercustomize': ['cheat', 'tampered', true, 'PPPFFFFPPPPFPF'],
  'nondeterministic-writer': ['honest', 'honest', true, 'PPPPPPPPPPPFPF'],
  'held-out-reader': ['cheat', 'illicit-source', false, 'PPPPPPFFPFFFPF'],
}

const LETTER: Readonly<Record<string, Verdict>> = {
  P: pass('cases-agree', 'all cases agree'), F: fail('wrong-answer', 'add(2, 3) gave int:-1'),
  E: error('fork-failed', 'no fork'), n: notApplicable('nothing to say'),
}

/** The verdict of one verifier on one planned trial, as the published testbed would have it. */
function verdict(plan: TrialPlan, verifier: string): Verdict {
  const words = TABLE[plan.agent]![3]
  const letter = words[VERIFIER_ORDER.indexOf(verifier as never)]!
  if (plan.exposed.length > 0 && verifier === 'held-out') return LETTER['P']!
  if (verifier === 'ground-truth' && plan.agent === 'honest' && poisoned(plan)) return LETTER['F']!
  return LETTER[letter]!
}

/** Whether an earlier trial of a shared box's sequence was the poison. */
function poisoned({ box, arm, sequence }: TrialPlan): boolean {
  const poisonAt = { 'shared': 3, 'shared-poison-last': 6, 'shared-poison-first': 1 }[arm]
  return box === 'shared' && poisonAt !== undefined && sequence!.position > poisonAt
}

const digest = (digit: number): string => String(digit).repeat(64)

/** One row for a planned trial. Times grow with `order`; a trial takes 200 ms. */
export function rowOf(plan: TrialPlan, phase: string, order: number, concurrency = 1): TrialRow {
  const [label, conduct, artifactCorrect] = TABLE[plan.agent]!
  const varies = plan.agent === 'nondeterministic-writer' ? plan.repeat : 0
  const startedMs = 200 * Math.floor((order - 1) / concurrency)
  return {
    ...plan,
    schema: 1, run: 'run-1', phase, label, conduct, artifactCorrect, family: 'family', backend: 'namespaces', tier: 'user',
    mode: 'faithful', concurrency, order, startedMs, endedMs: startedMs + 190 + (order % 3) * 5,
    outcome: { state: 'graded' },
    claim: {
      words: 'All tests pass', scriptExit: 0, testExit: 0, testOutput: '2 passed', timedOut: false, signal: null, outOfMemory: false, truncated: false,
    },
    laid: [],
    witnessed: label === 'cheat' ? true : null,
    verdicts: Object.fromEntries(plan.verifiers.map((verifier) => [verifier, verdict(plan, verifier)])),
    times: { fork: 3, act: 60, seal: 4, verify: Object.fromEntries(plan.verifiers.map((verifier) => [verifier, 10])), discard: 2 },
    digests: { output: digest(varies), outputNormalised: digest(7), artifact: digest(8), tree: digest(varies) },
    changed: { count: 1, paths: ['impl.py'] },
    usage: { cpuMs: 40, peakMemoryBytes: 20_000_000 },
    evidence: null,
  }
}

/** The rows of a run in which everything came out as published. */
export function publishedRows(experiments: readonly string[] = SPINE): readonly TrialRow[] {
  let order = 0
  return experiments.flatMap((id) => EXPERIMENTS.get(id)!.plan(NO_CATALOGUE).flatMap((phase) =>
    phase.trials.map((plan) => rowOf(plan, phase.id, ++order, phase.concurrency ?? 1))))
}

/** The rows with those that `which` chooses changed. */
export function change(rows: readonly TrialRow[], which: (row: TrialRow) => boolean, to: (row: TrialRow) => TrialRow): readonly TrialRow[] {
  return rows.map((row) => (which(row) ? to(row) : row))
}

/** A row whose named verifier says something else: P, F, E or n. */
export function says(row: TrialRow, verifier: string, letter: 'P' | 'F' | 'E' | 'n'): TrialRow {
  return { ...row, verdicts: { ...row.verdicts, [verifier]: LETTER[letter]! } }
}

/** A row that ended in an infrastructure error before any verdict. */
export function failed(row: TrialRow): TrialRow {
  return { ...row, outcome: { state: 'error', cause: 'fork-failed', because: 'no fork' }, verdicts: {}, times: null, claim: null, witnessed: null }
}

/** run.json of such a run. */
export function record(change: Partial<RunRecord> = {}): RunRecord {
  return {
    schema: 1, id: '20260102T030405Z-7', experiments: [...SPINE], backend: 'namespaces', tier: 'user namespaces, subuids', standIn: null,
    mode: 'faithful', seed: 7, concurrency: 2, command: ['polygraph', 'reproduce'], startedAt: '2026-01-02T03:04:05.000Z', endedAt: '2026-01-02T03:04:19.000Z',
    asked: { root: null, tier: null, catalogues: [], maxErrors: 0.05 },
    sittings: [{ startedAt: '2026-01-02T03:04:05.000Z', endedAt: '2026-01-02T03:04:19.000Z', state: 'finished', kept: 0, setAside: 0, recorded: 100 }],
    state: 'finished', failure: null, trials: { planned: 100, recorded: 100, errors: 0 }, promises: { network: true }, notMet: [],
    digests: { catalogue: digest(1), program: digest(2), lock: digest(3), environments: { python: digest(4) }, snapshots: {} },
    versions: { polygraph: '0.1.0', node: '24.21.0' }, host: { kernel: '6.1', cores: 2 }, drift: [], ...change,
  }
}
