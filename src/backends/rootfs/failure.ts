/** Ends a build from any depth. It never leaves this folder: `buildRootfs` and its siblings turn it into a refusal. */
export class RootfsFailure extends Error {
  override name = 'RootfsFailure'
}

/** Runs `work`; a RootfsFailure becomes a refusal, everything else (a bug) is thrown on. */
export async function refuseOnFailure<T extends { ok: true }>(
  work: () => Promise<T>,
): Promise<T | { ok: false; because: string }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RootfsFailure) return { ok: false, because: error.message }
    throw error
  }
}
