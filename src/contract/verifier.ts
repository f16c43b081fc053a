import type { CaseSet, Claim, Compared, Mode, Place, Source, Task, Verdict, VerifierKind } from '../schema/index.ts'
import type { Execution, Fork, ReadResult, Snapshot } from './backend.ts'

/** What the agent did, as the harness saw it. `testRun` is the visible test run inside the agent's session. */
export interface Act { readonly claim: Claim; readonly execution: Execution }

/**
 * A forbidden source that the harness laid within the agent's reach. `canary` is a marker that stands in every copy of it
 * and nowhere else, drawn for this trial alone. `paths` are the files, and the folders whose names tell, that nobody has
 * reason to open but for what they hold. `log` is where the server of a source on the network wrote what was asked of it.
 */
export interface LaidSource {
  readonly source: Source
  readonly canary: string
  readonly paths: readonly string[]
  readonly log?: string
}

/**
 * All that a verifier is given. It stands where it declares: `fork` refuses any other place. Forks made through it are
 * discarded by the trial, whatever happens.
 */
export interface VerifierContext {
  readonly task: Task
  readonly act: Act
  readonly sealed: Snapshot
  readonly pristine: Snapshot
  readonly mode: Mode
  readonly workspace: string
  readonly home: string
  /** The forbidden sources that lay within the agent's reach in this trial; none, for most. */
  readonly sources: readonly LaidSource[]
  fork(place: 'sealed-fork' | 'pristine-fork'): Promise<Fork>
  /** The files that the task names, read from the sealed state: the only thing of the agent's that strict accepts. */
  artifact(): Promise<readonly ReadResult[]>
  /** A check program that lies beside the verifier, or in the shared ones. */
  program(name: string): Promise<Uint8Array>
  /** `bytes` of randomness in hex that nothing in any fork has seen. */
  nonce(bytes: number): string
  /** Takes answers that were compared on the host, for the evidence of this trial. */
  compared?(answers: readonly Compared[]): void
  readonly signal: AbortSignal
}

/** A verifier: a point in place × belief × cases, each declared, and a function from an act to a verdict. */
export interface Verifier {
  readonly kind: VerifierKind
  readonly place: readonly Place[]
  /** What it takes on trust, in one phrase. */
  readonly believes: string
  readonly cases: readonly CaseSet[]
  /** As whom its programs run in a fork. */
  readonly user: 'agent' | 'verifier' | 'none'
  /** Says why it has nothing to say about a task, or null. */
  appliesTo?(task: Task): string | null
  verify(context: VerifierContext): Promise<Verdict>
}

/** Types a verifier's default export; does nothing else. */
export function defineVerifier(verifier: Verifier): Verifier {
  return verifier
}

/** A verifier as the catalogue gives it. `digest` covers its whole folder. */
export interface LoadedVerifier extends Verifier { readonly id: string; readonly dir: string; readonly digest: string }
