import { broken, defineProbe, endOf, holds, type Probe, textOf, unsupported, unverified, type User } from '../../contract/index.ts'

/**
 * Something that one trial leaves and the next must not meet, as lines of POSIX shell in which $1 is a word that no other
 * probe has.
 *
 * `plant` leaves it: exit 77 says, on stdout, that this can't be done here. `met` exits 0 where it takes effect and 1 where
 * it doesn't. `clean` takes it away again on a backend on which it was met, since that may be no fork at all.
 */
export interface Residue { readonly plant: string; readonly met: string; readonly clean: string; readonly user?: User }

/** A probe that plants in one fork, makes sure there that it works, seals that fork, and looks in two forks of the start state. */
export function residue({ plant, met, clean, user = 'agent' }: Residue): Probe {
  return defineProbe(async ({ backend, prepare, fork, shell, seal, sleep, nonce }) => {
    const ready = await backend.readiness()
    if (user === 'root' && ready.ready && !ready.promises.rootOfFork) return unsupported('no fork has a root here')
    const options = { user, args: [nonce()] }
    // A start state of its own: where forks are one box, what other probes left would be met too.
    const start = await prepare()
    const [trial, beside] = [await fork(start), await fork(start)]
    const planted = await shell(trial, plant, options)
    if (planted.exitCode === 77) return unsupported(textOf(planted.stdout).trim())
    if (planted.exitCode !== 0) return unverified(`nothing could be left: ${endOf(planted)}`)
    let worked = await shell(trial, met, options)
    // What was started in the background has to come up first.
    for (let more = 50; worked.exitCode === 1 && more > 0; more--) {
      await sleep(100)
      worked = await shell(trial, met, options)
    }
    if (worked.exitCode !== 0) return unverified(`what was left has no effect in its own fork: ${endOf(worked)}`)
    await seal(trial)
    for (const [which, next] of [['beside it', beside], ['after it', await fork(start)]] as const) {
      const look = await shell(next, met, options)
      if (look.exitCode === 0) {
        await shell(next, clean, options)
        return broken(`met in a fork made ${which}: ${endOf(look)}`)
      }
      if (look.exitCode !== 1) return unverified(`a fork made ${which} gave no answer: ${endOf(look)}`)
    }
    return holds('it took effect in the fork that left it, and in neither of two others')
  })
}
