import type { Backend, Policy } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import type { Environment } from '../../schema/index.ts'
import { makePlace, removePlace } from '../places.ts'
import { policyOf } from '../policy.ts'
import { startOf } from '../process.ts'
import { buildRootfs, defaultCacheDir } from '../rootfs/index.ts'
import type { CommandDefinition } from './definition.ts'
import { leftoversOf, readinessOf, refuse } from './readiness.ts'
import { keep, snapshotFrom, stand, type Maker } from './states.ts'
import { placeholdersOf, type Values } from './template.ts'
import { Tool } from './tool.ts'
import { digestOf } from './tree.ts'

export interface CommandOptions {
  /** Told one line at a time while an environment is being built. */
  readonly log?: (line: string) => void
}

interface Base { readonly dir: string; readonly digest: string }

/**
 * A backend that is a command line: each call of the contract runs the template that its file gives for it. What no template
 * covers is done by a small program in the fork (laying and reading files) or by comparing two listings (changes, digest).
 */
export function createCommandBackend(definition: CommandDefinition, options: CommandOptions = {}): Backend {
  const { commands } = definition
  const tool = new Tool(definition)
  const bases = new Map<string, Promise<Base>>()
  const prefix = `pg-${process.pid}-${startOf(process.pid) ?? '0'}`
  let place: Promise<string> | null = null
  let count = 0
  const maker: Maker = { definition, tool, open: new Map(), name: (kind) => `${prefix}-${kind}${++count}` }
  const needsRoot = Object.values(commands).flat(2).some((argument) => placeholdersOf([argument]).includes('root'))

  function baseOf(environment: Environment): Promise<Base> {
    const known = bases.get(environment.digest)
    if (known !== undefined) return known
    const made = base(environment)
    bases.set(environment.digest, made)
    made.catch(() => bases.delete(environment.digest))
    return made
  }

  async function base(environment: Environment): Promise<Base> {
    // A tool with an image of its own: what it starts from is known by its definition alone.
    if (!needsRoot) return { dir: '', digest: digestOf(`${definition.digest} ${environment.digest}`, []) }
    const rootfs = await buildRootfs(environment, { cacheDir: defaultCacheDir(), log: options.log })
    if (!rootfs.ok) throw new BackendUnavailable('prepare', rootfs.because)
    return { dir: rootfs.dir, digest: rootfs.contentDigest }
  }

  return {
    id: definition.id,
    definition: { digest: definition.digest, standIn: definition.stand_in ?? null },
    readiness: () => readinessOf(definition),
    async prepare(environment, workspace, changes) {
      const policy = policyOf(environment, { requires: [], ...changes })
      refuse(definition, policy)
      const dir = await (place ??= makePlace())
      const { dir: root, digest } = await baseOf(environment)
      const values = valuesOf(policy, { dir, root })
      const empty = maker.name('state')
      await tool.steps('prepare', commands.prepare ?? [], { ...values, state: empty })
      const state = { name: empty, base: digest, policy, values }
      if (workspace.length === 0) return snapshotFrom(maker, state, digest)
      try {
        const fork = await stand(maker, state)
        await tool.put(fork.values, workspace).catch(async (thrown: unknown) => {
          await fork.discard()
          throw thrown
        })
        return await snapshotFrom(maker, { ...state, name: await keep(maker, fork) }, digest)
      } finally {
        await tool.steps('discard', commands.drop, { ...values, state: empty })
      }
    },
    leftovers: () => leftoversOf(definition),
    remove: ({ id }) => tool.steps('discard', commands.discard, { ...valuesOf(null, { dir: '/nonexistent', root: '' }), fork: id }),
    async close() {
      for (const end of Array.from(maker.open.values())) await end().catch(() => {})
      const made = place
      place = null
      if (made !== null) await removePlace(await made)
    },
  }
}

/** What every template may name. */
function valuesOf(policy: Policy | null, { dir, root }: { readonly dir: string; readonly root: string }): Values {
  const { memory_mb, file_mb, processes, open_files, disk_mb, inodes, cpu_seconds } = policy?.limits ?? { memory_mb: 0, file_mb: 0, processes: 0, open_files: 0, disk_mb: 0, inodes: 0, cpu_seconds: 0 }
  return {
    dir, root, workspace: policy?.workspace ?? '', home: policy?.home ?? '', memory_mb, memory_bytes: memory_mb * (1 << 20),
    processes, file_bytes: file_mb * (1 << 20), open_files, disk_mb, inodes, cpu_seconds,
  }
}
