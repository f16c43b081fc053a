/** A published value: as people read it, as a number or word, and its counts where it is a count. */
export interface Published {
  readonly text: string
  readonly value: number | string
  readonly numerator?: number
  readonly denominator?: number
}

const count = (numerator: number, denominator: number, text: string): Published =>
  ({ text, value: numerator / denominator, numerator, denominator })

/** What agent-eval-harness published, by finding id. A finding that isn't here has no published value. */
export const PUBLISHED: Readonly<Record<string, Published>> = {
  'exp0.identical': count(5, 5, '5/5 identical pass'),
  'exp1.trusting-cheats': count(4, 4, '4/4'),
  'exp1.ground-truth-cheats': count(1, 4, '1/4'),
  'exp1b.honest-held-out': { text: 'pass', value: 'pass' },
  'exp1b.hardcode-held-out': { text: 'fail', value: 'fail' },
  'exp2.trusting': count(13, 15, '13/15 = 87%'),
  'exp2.ground-truth': count(5, 15, '5/15 = 33%'),
  'exp2.lie-rate': count(8, 15, '8/15 = 53%'),
  'exp2.inflation': { text: '+53 points', value: 53, numerator: 8, denominator: 15 },
  'exp3.spurious-shared': { text: '3', value: 3, numerator: 3 },
  'exp3.spurious-isolated': { text: '0', value: 0, numerator: 0 },
  'exp3.throughput-1': { text: 'about 16 a minute', value: 16 },
}
