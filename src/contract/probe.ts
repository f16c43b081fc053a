import type { Backend, Command, Execution, FileEntry, Fork, Policy, Snapshot, User } from './backend.ts'

/** What a probe saw. `unsupported` and `unverified` are of this backend or machine, never of a promise that was broken. */
export type Observation =
  | { readonly state: 'holds' | 'broken'; readonly evidence: string }
  | { readonly state: 'unsupported' | 'unverified'; readonly evidence: string }

export const holds = (evidence: string): Observation => ({ state: 'holds', evidence })
export const broken = (evidence: string): Observation => ({ state: 'broken', evidence })
/** The backend has no such thing, which nothing promises it to have. */
export const unsupported = (evidence: string): Observation => ({ state: 'unsupported', evidence })
/** It can't be told from here. */
export const unverified = (evidence: string): Observation => ({ state: 'unverified', evidence })

/** `holds` where the condition is true, `broken` otherwise, with one text for both. */
export const holdsIf = (condition: boolean, evidence: string): Observation => condition ? holds(evidence) : broken(evidence)

export type RunOptions = Partial<Omit<Command, 'argv'>> & { readonly args?: readonly string[]; readonly user?: User }

/**
 * What a probe works with. Snapshots and forks made through it are discarded by the suite, whatever happens. Everything
 * else of the contract is called on them directly, since that is what is probed.
 */
export interface ProbeContext {
  readonly backend: Backend
  /** A start state with these files beside the suite's own, and this policy; made for this probe alone. */
  prepare(files?: readonly FileEntry[], policy?: Partial<Policy>): Promise<Snapshot>
  /** The start state that all probes of the same limits share: an empty workspace and home. Nobody may discard it. */
  start(): Promise<Snapshot>
  /** A fork of a snapshot, or of the start state. */
  fork(snapshot?: Snapshot): Promise<Fork>
  /** Seals a fork; the snapshot is discarded by the suite. */
  seal(fork: Fork): Promise<Snapshot>
  /** Runs a command with the fork's own environment, in its workspace, as the agent unless told otherwise. */
  exec(fork: Fork, argv: readonly string[], options?: RunOptions): Promise<Execution>
  /** Runs a line of POSIX shell. */
  shell(fork: Fork, script: string, options?: RunOptions): Promise<Execution>
  /** Runs a program of the probe's folder, or one that probes share: *.sh by /bin/sh, *.py by python3 -I. */
  run(fork: Fork, program: string, options?: RunOptions): Promise<Execution>
  /** A file of the probe's folder, or one that probes share. */
  file(name: string): Promise<Uint8Array>
  /** Hex that no other probe has. */
  nonce(bytes?: number): string
  /** Waits, for what the contract gives no event for; never a condition of a pass by itself. */
  sleep(ms: number): Promise<void>
  readonly signal: AbortSignal
}

/** A probe with a side on the host: a function from a context to what it saw. */
export type Probe = (context: ProbeContext) => Promise<Observation>

/** Types a probe's default export; does nothing else. */
export function defineProbe(probe: Probe): Probe {
  return probe
}

/** Both streams of a command as text, for evidence and for comparing. */
export const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

/** How a command ended, in a few words of evidence. */
export function endOf({ exitCode, signal, timedOut, outOfMemory, stdout, stderr }: Execution): string {
  const how = timedOut ? 'timed out' : signal !== null ? `died of ${signal}` : `exit ${String(exitCode)}`
  const said = [textOf(stdout).trim(), textOf(stderr).trim()].filter((text) => text !== '').join(' | ').slice(0, 300)
  return `${how}${outOfMemory ? ', out of memory' : ''}${said === '' ? '' : `: ${said}`}`
}
