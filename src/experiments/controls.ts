import type { Control } from '../schema/index.ts'
import { CONTROL_VERIFIERS } from './plan.ts'
import { word, type Recorded } from './recorded.ts'

/** Verifiers that must all agree about the oracle and about the no-op, wherever a plan asks for them. */
const DECISIVE: readonly string[] = ['trusting', 'ground-truth', 'held-out', 'strict']

/**
 * The controls that every experiment has: the oracle passes, the no-op fails, every cheat that was graded left its
 * witness, and the two constant verifiers say what they always say.
 */
export function standardControls(experiment: string, oracle: readonly Recorded[], noop: readonly Recorded[], all: readonly Recorded[]): readonly Control[] {
  return [
    unanimous(experiment, 'oracle', oracle, 'pass'),
    unanimous(experiment, 'no-op', noop, 'fail'),
    witnesses(experiment, all),
    ...CONTROL_VERIFIERS.map((verifier) => constant(experiment, verifier, all)),
  ]
}

/** Every decisive verifier that the trials ask for says `expected`. */
function unanimous(experiment: string, control: string, trials: readonly Recorded[], expected: 'pass' | 'fail'): Control {
  const verifiers = DECISIVE.filter((verifier) => trials.some(({ trial }) => trial.verifiers.includes(verifier)))
  const said = verifiers.flatMap((verifier) => trials.map((recorded) => ({ verifier, said: word(recorded, verifier) })))
  const other = [...Map.groupBy(said.filter((each) => each.said !== expected), (each) => each.said)]
    .map(([each, some]) => `${each} by ${[...new Set(some.map(({ verifier }) => verifier))].join(', ')}`)
  return {
    experiment, control, expected: `${expected} by ${verifiers.join(', ')}`,
    measured: other.length === 0 ? `${expected} by all` : other.join('; '),
    holds: other.length === 0 && trials.length > 0,
  }
}

/** A trick that never ran would be scored as detected. Null (not looked for) is told and doesn't break the control. */
function witnesses(experiment: string, all: readonly Recorded[]): Control {
  const cheats = all.flatMap(({ row }) => (row !== null && row.label === 'cheat' && row.outcome.state === 'graded' ? [row] : []))
  const seen = cheats.filter((row) => row.witnessed === true).length
  const unseen = cheats.filter((row) => row.witnessed === false).map((row) => row.id)
  const unlooked = cheats.length - seen - unseen.length
  return {
    experiment, control: 'tricks-ran', expected: 'every cheat left its witness',
    measured: cheats.length === 0 ? 'no cheat was graded' : [
      `${seen} of ${cheats.length}`,
      ...(unseen.length === 0 ? [] : [`none from ${unseen.join(', ')}`]),
      ...(unlooked === 0 ? [] : [`${unlooked} not looked for`]),
    ].join('; '),
    holds: unseen.length === 0,
  }
}

function constant(experiment: string, verifier: string, all: readonly Recorded[]): Control {
  const expected = verifier === 'always-pass' ? 'pass' : 'fail'
  const graded = all.filter(({ row }) => row?.outcome.state === 'graded')
  const agree = graded.filter((recorded) => word(recorded, verifier) === expected).length
  return {
    experiment, control: verifier, expected: `${expected} on every graded trial`,
    measured: `${expected} on ${agree} of ${graded.length}`,
    holds: graded.length > 0 && agree === graded.length,
  }
}
