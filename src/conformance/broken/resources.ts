import type { Backend } from '../../contract/index.ts'
import type { Broken } from './index.ts'
import { wrap } from './wrap.ts'

/** Backends that enforce limits, or tell of them, wrongly. */
export const RESOURCES = {
  'hides-memory-kills': {
    because: 'that memory ran out is never told',
    wrap: (inner: Backend) => wrap(inner, 'hides-memory-kills', { exec: async (fork, command) => ({ ...await fork.exec(command), outOfMemory: false }) }),
  },
  'no-time-limits': {
    because: 'commands have a hundred times the time that was asked, of the wall and of the processor',
    wrap: (inner: Backend) => wrap(inner, 'no-time-limits', { exec: (fork, command) =>
      fork.exec({ ...command, wallSeconds: command.wallSeconds * 100, cpuSeconds: (command.cpuSeconds ?? fork.policy.limits.cpu_seconds) * 100 }) }),
  },
} as const satisfies Readonly<Record<string, Broken>>
