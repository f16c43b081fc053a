import { broken, defineProbe, endOf, holds, type Probe, textOf, unsupported, unverified, type User } from '../../contract/index.ts'

/**
 * Something that a seal has to keep. `make` makes it in the workspace (exit 77 says, on stdout, that this can't be done
 * here); `facts` prints what can be seen of it, in the same order each time. Both are lines of POSIX shell.
 */
export interface Keepsake { readonly make: string; readonly facts: string; readonly user?: User }

/** A probe that compares the facts of a fork with those of a fork of its sealed state, and of that one's sealed state. */
export function kept({ make, facts, user = 'agent' }: Keepsake): Probe {
  return defineProbe(async ({ fork, shell, seal }) => {
    let current = await fork()
    const made = await shell(current, make, { user })
    if (made.exitCode === 77) return unsupported(textOf(made.stdout).trim())
    if (made.exitCode !== 0) return unverified(`it could not be made: ${endOf(made)}`)
    const before = await shell(current, facts, { user })
    if (before.exitCode !== 0 || before.stdout.length === 0) return unverified(`it could not be looked at: ${endOf(before)}`)
    for (const generation of ['first', 'second']) {
      current = await fork(await seal(current))
      const after = await shell(current, facts, { user })
      if (after.exitCode !== 0) return broken(`after the ${generation} seal: ${endOf(after)}`)
      const lost = missing(textOf(before.stdout), textOf(after.stdout))
      if (lost !== null) return broken(`after the ${generation} seal: ${lost}`)
    }
    return holds(`the same after one seal and after two: ${textOf(before.stdout).trim().replaceAll('\n', ', ').slice(0, 300)}`)
  })
}

/** The first line that differs, as it was and as it is; null where none does. */
function missing(before: string, after: string): string | null {
  const [was, is] = [before.split('\n'), after.split('\n')]
  const at = was.findIndex((line, index) => line !== is[index])
  if (at < 0 && was.length === is.length) return null
  const place = at < 0 ? was.length : at
  return `"${(was[place] ?? '').slice(0, 200)}" became "${(is[place] ?? '').slice(0, 200)}"`
}
