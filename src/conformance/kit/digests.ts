import { defineProbe, endOf, holdsIf, textOf, unsupported, unverified, type Probe } from '../../contract/index.ts'

/** Two acts, as POSIX shell in the workspace (exit 77 says, on stdout, that this can't be done here), and whether their ends are to have one digest. */
export interface Acts { readonly one: string; readonly other: string; readonly digests: 'same' | 'different' }

/** A probe that compares the digests of two sealed acts. Where they are to differ, the first is done twice: no chance difference counts. */
export function digests({ one, other, digests: expected }: Acts): Probe {
  return defineProbe(async ({ fork, shell, seal }) => {
    const found: string[] = []
    for (const act of expected === 'same' ? [one, other] : [one, one, other]) {
      const trial = await fork()
      const done = await shell(trial, act)
      if (done.exitCode === 77) return unsupported(textOf(done.stdout).trim())
      if (done.exitCode !== 0) return unverified(`an act could not be done: ${endOf(done)}`)
      found.push((await seal(trial)).digest)
    }
    const shown = found.map((digest) => digest.slice(0, 12)).join(', ')
    if (expected === 'same') return holdsIf(found[0] === found[1], `digests of the two acts: ${shown}`)
    return holdsIf(found[0] === found[1] && found[1] !== found[2], `digests of the first act, done twice, and of the other: ${shown}`)
  })
}
