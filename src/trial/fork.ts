import type { Fork, Randomness, Snapshot } from '../contract/index.ts'
import { within } from './failure.ts'
import type { Staged } from './staging.ts'
import { stage } from './staging.ts'
import type { Subject } from './subject.ts'

const FORK_SECONDS = 60

/** The agent's fork and what was staged in it. */
export interface AgentFork { readonly fork: Fork; readonly staged: Staged }

/** Makes the agent's fork and stages in it what this trial alone gets. A fork that can't be furnished is discarded. */
export async function forkForAgent(start: Snapshot, subject: Subject, randomness: Randomness): Promise<AgentFork> {
  const making = start.fork({ label: subject.plan.id })
  const fork = await within(FORK_SECONDS, 'making a fork', making, () => {
    making.then((late) => late.discard()).catch(() => {})
  })
  try {
    return { fork, staged: await stage(fork, subject, randomness) }
  } catch (thrown) {
    await discardQuietly(fork)
    throw thrown
  }
}

/** Discards and swallows: a fork that can't be discarded is a leftover, which `clean` finds; it changes no verdict. */
export async function discardQuietly(thing: { discard(): Promise<void> }): Promise<void> {
  await within(FORK_SECONDS, 'discarding', thing.discard()).catch(() => {})
}
