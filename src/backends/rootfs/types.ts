/** What the builder of root file systems takes and gives. */
import type { Environment } from '../../schema/environment.ts'

/** Debian's names for the processors that Polygraph supports. */
export type Architecture = 'amd64' | 'arm64'

/** The parts of an environment that decide its root file system. */
export type RootfsSource = Pick<Environment, 'id' | 'dir' | 'suite' | 'packages' | 'node' | 'npm' | 'users'>

/** One pinned file. `source` is a path in the Debian pool, or `npm:<package>` for the Node binary. */
export interface PinnedPackage {
  name: string
  version: string
  architecture: string
  sha256: string
  size: number
  source: string
}

/** A way in which what was built is not what the lock file promised. */
export type Drift =
  | { kind: 'unpinned'; name: string; to: string }
  | { kind: 'package'; name: string; from: string | null; to: string | null }
  | { kind: 'content'; from: string; to: string }

/** A drift as a sentence without an end. */
export function driftText(drift: Drift): string {
  switch (drift.kind) {
    case 'unpinned': return `${drift.name} ${drift.to} is not in the lock file`
    case 'package': return `${drift.name} is ${drift.to ?? 'gone'}, pinned was ${drift.from ?? 'none'}`
    case 'content': return `the built tree is ${drift.to.slice(0, 12)}…, pinned was ${drift.from.slice(0, 12)}…`
  }
}

export interface Rootfs {
  ok: true
  /** The finished tree; read-only by convention, owned by the user that built it. */
  dir: string
  recipeDigest: string
  contentDigest: string
  packages: { name: string; version: string; sha256: string }[]
  drift: Drift[]
}

/** `because` says what is missing or wrong, and what to do. */
export interface RootfsRefusal {
  ok: false
  because: string
}

export interface RootfsOptions {
  /** Where packages and finished trees are kept; belongs to one user. See `defaultCacheDir`. */
  cacheDir: string
  /** A Debian mirror. See `defaultMirror`. */
  mirror?: string | undefined
  architecture?: Architecture | undefined
  /** Progress, one sentence a call, without a line end. */
  log?: ((line: string) => void) | undefined
  signal?: AbortSignal | undefined
  /** Builds from the cache alone, and says what it lacks. */
  offline?: boolean | undefined
}
