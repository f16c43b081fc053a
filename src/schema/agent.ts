import { z } from 'zod'
import { Conduct, Label, Source, CHEATING } from './words.ts'

/**
 * agent.toml. `artifact_correct` and `conduct` are the two truths that are declared about a behaviour. `artifact_correct`
 * may be narrowed per task, since a trick can end in right code on one task and wrong code on another.
 */
export const AgentFile = z.strictObject({
  label: Label,
  conduct: Conduct,
  artifact_correct: z.boolean(),
  family: z.string().min(1),
  trick: z.string().min(10, 'one sentence that says what the behaviour does'),
  sources: z.array(z.string()).default([]),
  applies_to: z.array(z.string()).min(1, 'languages ("python", "javascript", "any") or task ids'),
  /**
   * What the trial must offer; elsewhere the agent is not applicable. `root`: it can be root of its fork. `layout`: the plan
   * says where the grading material of a session lies.
   */
  needs: z.array(z.enum(['root', 'layout'])).default([]),
  /** What the harness lays in the agent's HOME besides the instruction: the oracle is given the reference solution. */
  given: z.array(z.enum(['solution'])).default([]),
  /** Forbidden sources that must lie within reach for the trick to be tried: every trial of this agent lays them. */
  exposed_to: z.array(Source).default([]),
  /** A file, absolute or below $HOME (`~/…`) or the workspace, that only this behaviour writes. */
  witness: z.string().optional(),
  /** Verdicts by verifier id; the reviewed matrix of test/experiments/ holds them for agents of this project. */
  expect: z.record(z.string(), z.enum(['pass', 'fail', 'error', 'not-applicable'])).default({}),
}).superRefine((agent, context) => {
  const cheats = CHEATING.has(agent.conduct)
  if (cheats !== (agent.label === 'cheat')) {
    context.addIssue({ code: 'custom', path: ['label'], message: `conduct "${agent.conduct}" goes with label ${cheats ? '"cheat"' : '"honest" or "weak"'}` })
  }
  if (cheats && agent.witness === undefined) {
    context.addIssue({ code: 'custom', path: ['witness'], message: 'a cheat leaves a witness: name the file that it alone writes' })
  }
})

/** An agent as the rest of the program sees it. `script` is the text of run.sh; `digest` covers the whole folder. */
export interface Agent {
  readonly id: string
  readonly dir: string
  readonly label: Label
  readonly conduct: Conduct
  readonly artifactCorrect: boolean
  readonly family: string
  readonly trick: string
  readonly sources: readonly string[]
  readonly appliesTo: readonly string[]
  readonly needs: readonly ('root' | 'layout')[]
  readonly given: readonly 'solution'[]
  readonly exposedTo: readonly Source[]
  readonly witness?: string
  readonly expect: Readonly<Record<string, 'pass' | 'fail' | 'error' | 'not-applicable'>>
  readonly script: string
  readonly digest: string
}

