import type { Broken } from './index.ts'

/** Backends whose forks begin or end wrongly, or that hide it when they fail. */
export const LIFECYCLE = {} as const satisfies Readonly<Record<string, Broken>>
