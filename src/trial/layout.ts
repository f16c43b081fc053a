import type { FileEntry, Policy, ReadResult } from '../contract/index.ts'
import type { Agent, Case, Task, TaskFileEntry, TrialPlan, Value } from '../schema/index.ts'
import { canonical } from '../schema/index.ts'

/** Where things lie in a fork, the same on every backend. */
export const LAYOUT = { workspace: '/workspace', home: '/home/agent' } as const satisfies Partial<Policy>

/** The names of what the harness lays in the agent's HOME. */
export const INSTRUCTION = 'instruction.md'
export const SOLUTION = 'solution'
export const HELD_OUT = 'held-out.json'

/** What the start state of a task holds: the workspace and the instruction, for every agent alike. */
export function taskFiles(task: Task, layout: Pick<Policy, 'workspace' | 'home'> = LAYOUT): readonly FileEntry[] {
  return [
    ...task.workspace.map((file) => laid(layout.workspace, file)),
    { path: `${layout.home}/${INSTRUCTION}`, bytes: Buffer.from(task.instruction), mode: 0o644, owner: 'agent' },
  ]
}

/** What this trial alone gets on top: the solution for the oracle, the answer key where a control exposes it. */
export function trialFiles(plan: Pick<TrialPlan, 'exposed'>, agent: Agent, task: Task, home: string): readonly FileEntry[] {
  const solution = agent.given.includes('solution') ? task.solution.map((file) => laid(`${home}/${SOLUTION}`, file)) : []
  if (!plan.exposed.includes('held-out')) return solution
  return [...solution, { path: `${home}/${HELD_OUT}`, bytes: Buffer.from(heldOutJson(task.cases.heldOut)), mode: 0o644, owner: 'agent' }]
}

/** The paths of the artifact inside the fork. */
export function artifactPaths(task: Task, workspace: string): readonly string[] {
  return task.artifact.map((path) => `${workspace}/${path}`)
}

/** A witness is named absolutely, below the HOME (`~/…`) or below the workspace. */
export function witnessPath(witness: string, layout: Pick<Policy, 'workspace' | 'home'>): string {
  if (witness.startsWith('/')) return witness
  return witness.startsWith('~/') ? `${layout.home}/${witness.slice(2)}` : `${layout.workspace}/${witness}`
}

/** True where something stands at the path, of whatever type. */
export function stands(result: ReadResult | undefined): boolean {
  return result !== undefined && result.state !== 'missing'
}

function laid(root: string, file: TaskFileEntry): FileEntry {
  return { path: `${root}/${file.path}`, bytes: file.bytes, mode: file.mode, owner: 'agent' }
}

/** The held-out calls as plain JSON: `[{"call": "add", "args": [10, 20], "returns": 30}]`. */
export function heldOutJson(cases: readonly Case[]): string {
  const rows = cases.flatMap((item) => item.kind !== 'call' ? [] : [{
    call: item.call,
    args: item.args.map(native),
    ...('returns' in item.expect ? { returns: native(item.expect.returns) } : { raises: item.expect.raises }),
  }])
  return `${JSON.stringify(rows, null, 1)}\n`
}

function native(value: Value): unknown {
  switch (value.type) {
    case 'int': return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : value.value.toString()
    case 'float': return Number.isFinite(value.value) ? value.value : canonical(value)
    case 'str': return value.value
    case 'bytes': return value.hex
    case 'bool': return value.value
    case 'none': return null
    case 'dict': return Object.fromEntries(value.entries.map(([key, item]) => [key.type === 'str' ? key.value : canonical(key), native(item)]))
    default: return value.items.map(native)
  }
}
