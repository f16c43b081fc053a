import { covers } from '../helpers/covering.ts'

/**
 * A part of the part of EXP6 that covers it: the oracle and the no-op on every task, and every fourth of the other agents. All
 * of them are in the slow suite, and `npm run exp6` is the whole.
 */
covers((plans) => plans.filter(({ control }, index) => control || index % 4 === 0))
