import type { Broken } from './index.ts'

/** Backends whose forks of one state start unlike, or meet. */
export const FORKS = {} as const satisfies Readonly<Record<string, Broken>>
