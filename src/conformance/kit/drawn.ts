import { defineProbe, endOf, holdsIf, type Probe, textOf, unverified } from '../../contract/index.ts'

/** A probe in which `draw`, lines of Python, prints values, one a line, that no fork may have in common with another. */
export function drawn(draw: string): Probe {
  return defineProbe(async ({ fork, exec, seal, shell }) => {
    const warmed = await fork()
    await shell(warmed, 'head -c 64 /dev/urandom > /dev/null')
    const sealed = await seal(warmed)
    const forks = [await fork(), await fork(), await fork(sealed), await fork(sealed)]
    const told = await Promise.all(forks.map((one) => exec(one, ['python3', '-I', '-c', draw])))
    if (told.some(({ exitCode, stdout }) => exitCode !== 0 || stdout.length === 0)) return unverified(told.map(endOf).join('; '))
    const all = told.flatMap(({ stdout }) => textOf(stdout).trim().split('\n'))
    const different = new Set(all)
    return holdsIf(different.size === all.length, `${different.size} different values of ${all.length}, drawn in two forks of the start and two of a sealed state`)
  })
}
