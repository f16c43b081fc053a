import type { Policy } from '../contract/index.ts'
import type { Ablation } from '../schema/index.ts'

/** The policy with one property of isolation off. `session` is no matter of the policy: the plan's own session says it. */
export const WITHOUT: Readonly<Record<Ablation, Partial<Policy>>> = {
  'process-kill': { ownProcesses: false, requires: [] },
  'private-tmp': { privateTmp: false },
  'distinct-user': { distinctUsers: false },
  network: { network: 'host', requires: [] },
  'system-call-filter': { systemCallFilter: false },
  'link-refusal': { followLinks: true },
  session: {},
}
