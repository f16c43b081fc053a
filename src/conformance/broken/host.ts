import type { Broken } from './index.ts'

/** Backends that let a command reach more of the host than they say. */
export const HOST = {} as const satisfies Readonly<Record<string, Broken>>
