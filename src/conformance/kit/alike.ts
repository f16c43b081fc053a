import { broken, defineProbe, endOf, type Execution, holds, type Probe, textOf, unverified } from '../../contract/index.ts'

/** Something that has to be the same in every fork. `show` prints it, as POSIX shell in the workspace; `files` lie there from the start. */
export interface Surroundings { readonly show: string; readonly files?: readonly string[] }

/** A probe that compares what three forks of one state show to agent and verifier, the last two asked at the same time. */
export function alike({ show, files = [] }: Surroundings): Probe {
  return defineProbe(async ({ prepare, fork, shell }) => {
    const start = await prepare(files.map((name) => ({ path: `/workspace/${name}`, bytes: Buffer.from(`${name}\n`), mode: 0o644, owner: 'agent' as const })))
    const look = async (): Promise<readonly Execution[]> => {
      const one = await fork(start)
      return [await shell(one, show), await shell(one, show, { user: 'verifier' })]
    }
    const seen = [await look(), ...await Promise.all([look(), look()])]
    const blind = seen.flat().find(({ exitCode, stdout }) => exitCode !== 0 || stdout.length === 0)
    if (blind !== undefined) return unverified(`it could not be looked at: ${endOf(blind)}`)
    for (const [place, user] of ['agent', 'verifier'].entries()) {
      const [first = '', ...others] = seen.map((looks) => textOf(looks[place]!.stdout))
      const other = others.find((text) => text !== first)
      if (other !== undefined) return broken(`to the ${user} one fork shows "${line(first, other)}", another "${line(other, first)}"`)
    }
    return holds('the same in three forks, two of which ran at the same time, for agent and verifier')
  })
}

/** The first line of a text that the other doesn't have in that place. */
function line(text: string, other: string): string {
  const [lines, others] = [text.split('\n'), other.split('\n')]
  return (lines.find((each, index) => each !== others[index]) ?? '').slice(0, 200)
}
