import { covers } from '../../helpers/covering.ts'

/** The part of EXP6 that covers it: every agent on one task, the oracle and the no-op on every task. */
covers((plans) => plans)
