/**
 * A rate over trials of which some may have no verdict. `holds` of `known` is the measured part; `unknown` trials (errors,
 * missing rows) are in neither. `low` and `high` are the rate over all trials with every unknown one counted as not
 * holding and as holding. `value` is null where nothing is known.
 */
export interface Rate {
  readonly holds: number
  readonly known: number
  readonly unknown: number
  readonly value: number | null
  readonly low: number
  readonly high: number
}

/** What one trial says of a question: yes, no, or (null) nothing, because of an error. */
export type Answer = boolean | null

/** The rate of `true`. No answers at all give value null and bounds [0, 1]. */
export function rate(answers: readonly Answer[]): Rate {
  const holds = answers.filter((answer) => answer === true).length
  const known = answers.filter((answer) => answer !== null).length
  const all = answers.length
  return {
    holds, known, unknown: all - known,
    value: known === 0 ? null : holds / known,
    low: all === 0 ? 0 : holds / all,
    high: all === 0 ? 1 : (holds + all - known) / all,
  }
}

/** Kleene's "and": no if either says no, else unknown if either is. */
export function both(a: Answer, b: Answer): Answer {
  return a === false || b === false ? false : a === null || b === null ? null : true
}

/** Kleene's "not". */
export function not(a: Answer): Answer {
  return a === null ? null : !a
}
