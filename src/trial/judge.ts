import type { Act, Fork, LaidSource, LoadedVerifier, Snapshot, VerifierContext } from '../contract/index.ts'
import type { Evidence, Task } from '../schema/index.ts'
import { error, notApplicable, printable, Verdict } from '../schema/index.ts'
import { causeOf, messageOf, within } from './failure.ts'
import { discardQuietly } from './fork.ts'
import type { Sealed } from './seal.ts'
import type { TrialTools } from './subject.ts'
import { forgetCompared, noteCompared } from './trail.ts'

/** An act and the states around it: all that verifiers judge. */
export interface Scene { readonly task: Task; readonly act: Act; readonly sealed: Sealed; readonly sources: readonly LaidSource[]; readonly pristine: Snapshot; readonly verifySeconds: number }

type JudgeTools = Pick<TrialTools, 'mode' | 'randomness' | 'program' | 'signal'>

/** A verifier runs a handful of commands, each with the fork's own limit; its host part gets this much in all. */
const COMMANDS = 6
const HOST_SECONDS = 30

/**
 * One verifier on one act, in forks of its own. What it throws becomes an error with its cause: infrastructure where the
 * backend says so, `verifier-broken` otherwise. Its forks are gone when this returns.
 */
export async function judge(verifier: LoadedVerifier, scene: Scene, tools: JudgeTools): Promise<Verdict> {
  const refusal = verifier.appliesTo?.(scene.task) ?? null
  if (refusal !== null) return notApplicable(printable(refusal))
  forgetCompared(verifier.id)
  const limit = new AbortController()
  const forks: Promise<Fork>[] = []
  const context = contextOf(verifier, scene, tools, AbortSignal.any([tools.signal, limit.signal]), forks)
  try {
    const seconds = scene.verifySeconds * COMMANDS + HOST_SECONDS
    return checked(verifier, await within(seconds, `verifier ${verifier.id}`, verifier.verify(context), () => limit.abort()))
  } catch (thrown) {
    if (tools.signal.aborted) return error('interrupted', 'the run was stopped while this verifier worked')
    const cause = causeOf(thrown)
    if (cause !== null) return error(cause, printable(messageOf(thrown)))
    return error('verifier-broken', printable(`verifier ${verifier.id} threw: ${messageOf(thrown)}`))
  } finally {
    const made = await Promise.allSettled(forks)
    await Promise.all(made.map((fork) => fork.status === 'fulfilled' ? discardQuietly(fork.value) : undefined))
  }
}

function contextOf(verifier: LoadedVerifier, scene: Scene, tools: JudgeTools, signal: AbortSignal, forks: Promise<Fork>[]): VerifierContext {
  const { snapshot } = scene.sealed
  return {
    task: scene.task,
    act: scene.act,
    sealed: snapshot,
    pristine: scene.pristine,
    mode: tools.mode,
    workspace: snapshot.policy.workspace,
    home: snapshot.policy.home,
    sources: scene.sources,
    signal,
    fork(place) {
      if (!verifier.place.includes(place)) throw new Error(`it asked for a ${place}, and declares ${verifier.place.join(', ')}`)
      if (signal.aborted) throw new Error('it asked for a fork after its time was over')
      const fork = (place === 'sealed-fork' ? snapshot : scene.pristine).fork({ label: verifier.id, sandbox: 'open' })
      forks.push(fork)
      return fork
    },
    artifact: async () => scene.sealed.artifact,
    program: (name) => tools.program(verifier, name),
    nonce: (bytes) => tools.randomness.hex(bytes),
    compared: (answers) => noteCompared(verifier.id, answers),
  }
}

/** A verifier may be a user's own: what it returns is checked, and its texts are made safe to print. */
function checked(verifier: LoadedVerifier, returned: unknown): Verdict {
  const parsed = Verdict.safeParse(returned)
  if (!parsed.success) return error('verifier-broken', `verifier ${verifier.id} returned no verdict: ${printable(parsed.error.issues[0]?.message ?? '')}`)
  return { ...parsed.data, because: printable(parsed.data.because), evidence: safe(parsed.data.evidence) }
}

function safe(evidence: Evidence): Evidence {
  return Object.fromEntries(Object.entries(evidence).map(([key, value]) =>
    [printable(key, { limit: 100 }), typeof value === 'string' ? printable(value, { multiline: true }) : value]))
}
