import type { LoadedVerifier } from '../contract/index.ts'
import type { Expectations } from './expectations.ts'
import type { Agent, Environment, Task } from '../schema/index.ts'

/** Everything that people wrote, read and checked: keyed by id, in order of id. */
export interface Catalogue {
  readonly agents: ReadonlyMap<string, Agent>
  readonly tasks: ReadonlyMap<string, Task>
  readonly verifiers: ReadonlyMap<string, LoadedVerifier>
  readonly environments: ReadonlyMap<string, Environment>
  /** The reviewed matrix: what each verifier is expected to say of each act. */
  readonly expectations?: Expectations
  /** SHA-256 over the digests of all of it. */
  readonly digest: string
}

/** One thing wrong in one file: where, what, and what to do about it. Lines and columns count from 1. */
export interface Problem {
  readonly file: string
  readonly line: number | null
  readonly field: string
  readonly what: string
  readonly fix: string
}
