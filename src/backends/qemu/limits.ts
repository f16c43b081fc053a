/** How long the backend's own steps may take, by accelerator. An emulated guest on a busy machine is slow, and none of that is a verdict. */
import type { Accelerator } from './accelerator.ts'

export interface Limits {
  /** From the start of QEMU to the first word of the guest's program. */
  readonly bootMs: number
  /** From the start of QEMU to a fork that runs. */
  readonly forkMs: number
  /** Of one call that runs no command. */
  readonly callMs: number
  /** What a command's own limit is exceeded by before the guest is taken to hang. */
  readonly graceMs: number
}

export const limitsOf = (accelerator: Accelerator): Limits => accelerator === 'kvm'
  ? { bootMs: 60_000, forkMs: 30_000, callMs: 60_000, graceMs: 30_000 }
  : { bootMs: 240_000, forkMs: 60_000, callMs: 180_000, graceMs: 60_000 }
