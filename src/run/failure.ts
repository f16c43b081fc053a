/** What ends a run and is neither a defect of this program nor a matter of one trial: one sentence that says what to do. */
export class RunFailure extends Error {
  override readonly name = 'RunFailure'
}

/** A full disk, a folder that may not be written: the machine, not this program. */
export function isSystemError(thrown: unknown): thrown is NodeJS.ErrnoException {
  return thrown instanceof Error && 'syscall' in thrown && 'code' in thrown
}
