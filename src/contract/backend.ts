import type { Environment, Limits } from '../schema/index.ts'

/**
 * A file to lay in a fork. `path` is absolute inside the fork. `owner` is a role, since numeric ids are the backend's
 * affair; parents that are missing are made by the same owner, 0755.
 */
export interface FileEntry { readonly path: string; readonly bytes: Uint8Array; readonly mode: number; readonly owner: User }

/** The roles of a fork. `root` is root of the fork and of nothing else, and exists only where the policy grants it. */
export type User = 'agent' | 'verifier' | 'root'

/** How much is read before a reader stops: what an agent wrote has no size that can be trusted. */
export interface Bounds { readonly files: number; readonly bytesPerFile: number; readonly bytes: number }

/** What one path held. Paths are text in which bytes that aren't UTF-8 are lone surrogates (Python's surrogateescape). */
export type ReadResult =
  | { readonly path: string; readonly state: 'file'; readonly bytes: Uint8Array; readonly mode: number; readonly links: number }
  | { readonly path: string; readonly state: 'missing' }
  | { readonly path: string; readonly state: 'not-regular'; readonly type: FileType }
  | { readonly path: string; readonly state: 'too-large'; readonly size: number }
export type FileType = 'file' | 'directory' | 'link' | 'fifo' | 'socket' | 'character-device' | 'block-device'

/** One difference between a sealed state and its base. `sha256` and `size` are of regular files; `target` of links. */
export interface Change {
  readonly path: string
  readonly change: 'added' | 'changed' | 'deleted' | 'replaced'
  readonly type: FileType
  readonly mode: number
  readonly owner: number
  readonly group: number
  readonly size: number
  readonly sha256: string | null
  readonly target: string | null
  readonly xattrs: Readonly<Record<string, string>>
}

/** A command. `env` is all it gets, beside nothing; `limits` narrow those of the fork. */
export interface Command {
  readonly argv: readonly string[]
  readonly user: User
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: Uint8Array
  readonly wallSeconds: number
  readonly cpuSeconds?: number
  readonly outputBytes?: number
  readonly signal?: AbortSignal
  /**
   * May start from a preloaded interpreter instead of a cold one (mode `fast`): `python` runs argv[1…] as `python3 -I -S`
   * would, `pytest` as `python3 -m pytest`. A backend without one runs the command cold.
   */
  readonly preload?: 'python' | 'pytest'
}

/**
 * How a command ended. A failed command is a value. `truncated` says per stream that bytes past the limit were thrown
 * away. CPU and memory are of the command and all its reaped descendants, or null where they can't be measured.
 */
export interface Execution {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly timedOut: boolean
  readonly outOfMemory: boolean
  readonly truncated: { readonly stdout: boolean; readonly stderr: boolean }
  readonly stdout: Uint8Array
  readonly stderr: Uint8Array
  readonly durationMs: number
  readonly usage: { readonly cpuMs: number | null; readonly peakMemoryBytes: number | null }
  /** True where `preload` was honoured. */
  readonly preloaded: boolean
}

/** What a backend promises on this machine for this user. Field names say what holds when they are true. */
export interface Promises {
  readonly ownMounts: boolean
  readonly ownProcesses: boolean
  readonly ownNetwork: boolean
  readonly ownIpc: boolean
  readonly ownHostname: boolean
  readonly distinctUsers: boolean
  readonly rootOfFork: boolean
  readonly noNewPrivileges: boolean
  /** A command has no capability beyond what reaches its own fork alone, and no device but the harmless ones. */
  readonly noCapabilities: boolean
  readonly systemCallFilter: boolean
  readonly privateTmp: boolean
  readonly memoryLimit: 'fork' | 'process' | 'none'
  readonly processLimit: 'fork' | 'user' | 'none'
  /** Of what a fork may write: bytes and inodes. */
  readonly diskLimit: boolean
  /** Of one file and one process: size, open files, no core dumps. */
  readonly fileLimits: boolean
  /** Processor time of a command. */
  readonly processorLimit: boolean
  readonly killsAll: boolean
  readonly ownKernel: boolean
  readonly preload: boolean
}

/**
 * How a fork is set up, as plain data that prints, diffs and hashes. Turning one off is an ablation of EXP6; carrying it
 * out is the backend's affair.
 */
export interface Policy {
  readonly writable: 'home-and-workspace' | 'root'
  readonly workspace: string
  readonly home: string
  readonly network: 'none' | 'host'
  readonly limits: Limits
  readonly env: Readonly<Record<string, string>>
  readonly distinctUsers: boolean
  readonly ownProcesses: boolean
  readonly privateTmp: boolean
  readonly systemCallFilter: boolean
  /** Whether a reader of files follows links (inside the fork's own root, never the host's). Off but for the ablation. */
  readonly followLinks: boolean
  /**
   * `open`: an agent may write its workspace, its home and /tmp. `declared-files`: it may write the files of `declared` in
   * place and nothing else of the fork; a verifier in the same fork runs after it is gone, on a copy of them. A backend that
   * can't carry it out refuses it.
   */
  readonly sandbox: 'open' | 'declared-files'
  /** Absolute paths below the workspace that may be written under `declared-files`. Empty under `open`. */
  readonly declared: readonly string[]
  /** Promises without which this policy refuses to run. */
  readonly requires: readonly (keyof Promises)[]
}

/** `sandbox: 'open'` lays the fork out as if its policy said so: for who grades in a fork of its own. */
export interface ForkOptions { readonly label?: string; readonly sandbox?: 'open' }

export type Readiness =
  | { readonly ready: false; readonly because: string }
  | { readonly ready: true; readonly tier: string; readonly promises: Promises; readonly notMet: readonly { readonly promise: string; readonly because: string }[] }

/** Something that a dead run left behind. */
export interface Leftover { readonly kind: 'process' | 'mount' | 'directory' | 'cgroup' | 'fork'; readonly id: string; readonly because: string }

/** Where a backend comes from, if it is none of this program's own. `standIn` says that it is no real one. */
export interface Definition { readonly digest: string; readonly standIn: string | null }

export interface Backend {
  readonly id: string
  readonly definition?: Definition
  readiness(): Promise<Readiness>
  /** A frozen start state: the environment with `workspace` laid in it. Paths of `workspace` are absolute. */
  prepare(environment: Environment, workspace: readonly FileEntry[], policy?: Partial<Policy>): Promise<Snapshot>
  /** What `prepare` found to differ from what is pinned, one sentence each: told in every record, never silent. */
  notices?(): readonly string[]
  leftovers(): Promise<readonly Leftover[]>
  remove(leftover: Leftover): Promise<void>
  close(): Promise<void>
}

export interface Snapshot {
  readonly id: string
  /** H(base digest, sorted changes), without times and inode numbers. 64 hex digits. */
  readonly digest: string
  readonly base?: string
  readonly policy: Policy
  /** Of a sealed fork that was observed: which of the observed paths were opened. */
  readonly opened?: readonly string[]
  fork(options?: ForkOptions): Promise<Fork>
  /** Against the base; sorted bytewise by path. A tree beyond the bounds gives what fitted, and `complete: false`. */
  changes(bounds: Bounds): Promise<{ readonly changes: readonly Change[]; readonly complete: boolean }>
  /** Regular files only; no link is followed in any component and no code of the state runs. In the order asked. */
  read(paths: readonly string[], bounds: Bounds): Promise<readonly ReadResult[]>
  discard(): Promise<void>
}

export interface Fork {
  readonly id: string
  readonly policy: Policy
  exec(command: Command): Promise<Execution>
  /** Replaces what stands at each path; no link is followed in any component. */
  put(files: readonly FileEntry[]): Promise<void>
  get(paths: readonly string[], bounds: Bounds): Promise<readonly ReadResult[]>
  /** From now on, opens and reads of these files are recorded by the backend, out of the fork's reach. Not every one can. */
  observe?(paths: readonly string[]): Promise<void>
  /** Every process is dead, the state frozen, the fork gone. */
  seal(): Promise<Snapshot>
  /** Idempotent, and safe after any failure. */
  discard(): Promise<void>
}

/**
 * The one error class for infrastructure: the backend, not the command, failed. `during` names the call. Never shown as a
 * command's output and never turned into a verdict on an agent. `own`: the backend knows that nothing in a fork can have
 * caused it; else a call on a fork may have failed because an agent broke its own.
 */
export class BackendUnavailable extends Error {
  override readonly name = 'BackendUnavailable'
  readonly during: 'readiness' | 'prepare' | 'fork' | 'exec' | 'put' | 'get' | 'seal' | 'discard' | 'read' | 'changes'
  readonly own: boolean
  constructor(during: BackendUnavailable['during'], because: string, options?: ErrorOptions & { readonly own?: boolean }) {
    super(because, options)
    this.during = during
    this.own = options?.own ?? false
  }
}
