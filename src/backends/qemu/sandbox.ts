/** The sandbox `declared-files` as this backend carries it out, and what it can't be joined with. */
import type { FileEntry, ForkOptions, Policy } from '../../contract/index.ts'
import { GRADE, unitPolicyOf, unitsOf } from './units.ts'

/** What a fork request says of units; null where the fork server's own sandbox is all. */
export interface ForkUnits {
  readonly agent: { readonly name: string; readonly text: string }
  readonly grader: { readonly name: string; readonly text: string }
  readonly grade: { readonly folder: string; readonly output: string }
}

/** Where a unit has something of its own, so that nothing of the fork would show. */
const TAKEN = ['/tmp', '/var/tmp', '/dev', '/proc', '/sys', '/run', '/opt', '/srv', '/mnt']

/** Why no unit can carry out this policy, or null. */
export function refusal(policy: Policy): string | null {
  const { sandbox, declared, workspace, home } = policy
  if (sandbox === 'open') return declared.length === 0 ? null : 'the sandbox open declares no files: all of workspace, home and /tmp can be written'
  const missing = [
    ...(policy.writable === 'root' ? ['a root that can not be written'] : []),
    ...(['distinctUsers', 'ownProcesses', 'privateTmp'] as const).filter((name) => !policy[name]),
  ]
  if (missing.length > 0) return `the sandbox declared-files needs ${missing.join(', ')}, which this policy has not`
  for (const [what, path] of [['workspace', workspace], ['home', home]] as const) {
    const over = [...TAKEN, ...(what === 'workspace' ? ['/home', '/root'] : [])].find((top) => isBelow(path, top))
    if (over !== undefined) return `the sandbox declared-files can't have the ${what} at ${path}: a unit has its own ${over}`
  }
  const outside = declared.find((path) => !isBelow(path, workspace) || path === workspace || path === `${workspace}/${GRADE.output}`)
  if (outside !== undefined) return `${JSON.stringify(outside)} can't be declared: it is no file of an agent below ${workspace}`
  const units = unitsOf(unitPolicyOf(policy))
  return units.ok ? null : units.because
}

/** The policy by which one fork of a state is laid out. */
export function laidOut(policy: Policy, { sandbox }: ForkOptions = {}): Policy {
  return sandbox === 'open' ? { ...policy, sandbox, declared: [] } : policy
}

/** The units of a fork. The policy is one that is not refused. */
export function unitsFor(policy: Policy): ForkUnits | null {
  if (policy.sandbox === 'open') return null
  const units = unitsOf(unitPolicyOf(policy))
  if (!units.ok) throw new Error(units.because)
  const [agent, grader] = [units.agent, units.grader].map(({ name, text }) => ({ name, text }))
  return { agent: agent!, grader: grader!, grade: GRADE }
}

/** The files of a start state with those that are declared and not among them, empty: what isn't there can't be written in place. */
export function withDeclared({ declared }: Policy, files: readonly FileEntry[]): readonly FileEntry[] {
  const there = new Set(files.map(({ path }) => path))
  return [...files, ...declared.filter((path) => !there.has(path)).map((path): FileEntry => ({ path, bytes: new Uint8Array(), mode: 0o644, owner: 'agent' }))]
}

const isBelow = (path: string, top: string): boolean => path === top || path.startsWith(`${top}/`)
