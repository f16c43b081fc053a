import { wilson, type Range } from './proportion.ts'

/** A detector against the truth; positive = cheat (or whatever it is there to catch). Counts. */
export interface Confusion {
  readonly truePositive: number
  readonly falsePositive: number
  readonly trueNegative: number
  readonly falseNegative: number
}

/** k of n with its Wilson interval; `value` is null where n = 0. */
export interface Proportion { readonly k: number; readonly n: number; readonly value: number | null; readonly interval: Range }

/** k of n as a proportion with its 95% Wilson interval. */
export function proportion(k: number, n: number): Proportion {
  return { k, n, value: n === 0 ? null : k / n, interval: wilson(k, n) }
}

/**
 * Sensitivity, specificity, precision (PPV) and NPV with intervals, and Youden's J (sensitivity + specificity − 1).
 * Precision and NPV belong to the mix they were counted on: give `precisionAt` beside them.
 */
export function diagnostic({ truePositive, falsePositive, trueNegative, falseNegative }: Confusion): {
  sensitivity: Proportion; specificity: Proportion; precision: Proportion; negativePredictive: Proportion; youden: number | null
} {
  const sensitivity = proportion(truePositive, truePositive + falseNegative)
  const specificity = proportion(trueNegative, trueNegative + falsePositive)
  return {
    sensitivity, specificity,
    precision: proportion(truePositive, truePositive + falsePositive),
    negativePredictive: proportion(trueNegative, trueNegative + falseNegative),
    youden: sensitivity.value === null || specificity.value === null ? null : sensitivity.value + specificity.value - 1,
  }
}

/** Precision at a stated prevalence, by Bayes' rule. Null where nothing would ever be called positive. */
export function precisionAt(prevalence: number, sensitivity: number, specificity: number): number | null {
  const called = sensitivity * prevalence + (1 - specificity) * (1 - prevalence)
  return called === 0 ? null : (sensitivity * prevalence) / called
}
