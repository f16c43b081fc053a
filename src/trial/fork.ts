import type { Fork, Snapshot } from '../contract/index.ts'
import { within } from './failure.ts'
import { trialFiles } from './layout.ts'
import type { Subject } from './subject.ts'

const FORK_SECONDS = 60

/** Makes the agent's fork and lays in it what this trial alone gets. A fork that can't be furnished is discarded. */
export async function forkForAgent(start: Snapshot, { plan, agent, task }: Subject): Promise<Fork> {
  const making = start.fork({ label: plan.id })
  const fork = await within(FORK_SECONDS, 'making a fork', making, () => {
    making.then((late) => late.discard()).catch(() => {})
  })
  try {
    const files = trialFiles(plan, agent, task, fork.policy.home)
    if (files.length > 0) await within(FORK_SECONDS, 'laying files in a fork', fork.put(files))
    return fork
  } catch (thrown) {
    await discardQuietly(fork)
    throw thrown
  }
}

/** Discards and swallows: a fork that can't be discarded is a leftover, which `clean` finds; it changes no verdict. */
export async function discardQuietly(thing: { discard(): Promise<void> }): Promise<void> {
  await within(FORK_SECONDS, 'discarding', thing.discard()).catch(() => {})
}
