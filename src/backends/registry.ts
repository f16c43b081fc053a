import type { Backend } from '../contract/index.ts'
import type { Tier } from './namespaces/index.ts'

/** What any backend is made with; each takes what it needs. */
export interface BackendOptions {
  /** Tells what takes long, such as building an environment for the first time. */
  readonly tell: (text: string) => void
  /** Where forks stand: on a built environment, or on the host's own /usr. */
  readonly root?: 'built' | 'host'
  /** A weaker tier than the best one here. */
  readonly tier?: string
}

/** A backend that can be asked for by its id. It is loaded only when it is, since some bring a library of their own. */
export interface BackendEntry {
  readonly id: string
  readonly summary: string
  load(options: BackendOptions): Promise<Backend>
}

/** Every backend by id. Adding one is adding a folder beside this file and a line here. */
export const BACKENDS: ReadonlyMap<string, BackendEntry> = new Map([
  {
    id: 'namespaces',
    summary: 'Linux namespaces and overlays on a root file system of verified Debian packages: the embedded default',
    load: async ({ tell, root, tier }: BackendOptions) => (await import('./namespaces/index.ts')).createNamespacesBackend({ log: tell, ...(root ? { root } : {}), ...(tier ? { tier: tier as Tier } : {}) }),
  },
  {
    id: 'qemu',
    summary: 'virtual machines: copies of a guest of verified Debian packages that was booted once, by KVM or emulated',
    load: async ({ tell }: BackendOptions) => (await import('./qemu/index.ts')).createQemuBackend({ log: tell }),
  },
  {
    id: 'qemu-same-machine',
    summary: "as qemu, but what comes after a seal happens in the agent's own machine, as a second user",
    load: async ({ tell }: BackendOptions) => (await import('./qemu/index.ts')).createQemuBackend({ log: tell, placement: 'same' }),
  },
].map((entry: BackendEntry) => [entry.id, entry]))

export const DEFAULT_BACKEND = 'namespaces'
