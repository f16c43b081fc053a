import type { LoadedVerifier } from '../contract/index.ts'
import type { Verdict } from '../schema/index.ts'
import { timed } from './failure.ts'
import type { Scene } from './judge.ts'
import { judge } from './judge.ts'
import { hangsOnOracle, settle } from './oracle.ts'
import type { Ground, Subject, TrialTools } from './subject.ts'
import { onBehalfOf } from './trail.ts'

export interface Verdicts { readonly verdicts: Readonly<Record<string, Verdict>>; readonly times: Readonly<Record<string, number>> }

/** Every verifier of the plan on the one act, one after the other, each timed alone. */
export async function verify(subject: Subject, scene: Scene, ground: Ground, tools: TrialTools): Promise<Verdicts> {
  const verdicts: Record<string, Verdict> = {}
  const times: Record<string, number> = {}
  for (const verifier of subject.verifiers) {
    const first = await timed(tools.clock, () => onBehalfOf(verifier.id, () => judge(verifier, scene, tools)), (ms) => { times[verifier.id] = ms })
    verdicts[verifier.id] = hangsOnOracle(first) ? await reconsider(verifier, first, { subject, scene, ground, tools }) : first
  }
  return { verdicts, times }
}

interface Doubt { readonly subject: Subject; readonly scene: Scene; readonly ground: Ground; readonly tools: TrialTools }

/** An execution that the backend lost is tried once more, since a passing fault is no fault of the agent. */
async function reconsider(verifier: LoadedVerifier, first: Verdict, { subject, scene, ground, tools }: Doubt): Promise<Verdict> {
  const verdict = first.reason === 'exec-failed' ? await onBehalfOf(verifier.id, () => judge(verifier, scene, tools)) : first
  if (!hangsOnOracle(verdict) || tools.signal.aborted) return verdict
  return settle(verdict, await onBehalfOf(`oracle ${verifier.id}`, () => tools.oracle.answer(verifier, subject, ground)))
}
