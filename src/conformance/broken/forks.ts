import { createHash } from 'node:crypto'
import { shared } from '../../backends/shared.ts'
import type { Backend, Bounds, Execution, Fork, Snapshot } from '../../contract/index.ts'
import type { Broken } from './index.ts'
import { restoring } from './restores.ts'
import { SURROUNDINGS } from './surroundings.ts'
import { wrap, type Wrong } from './wrap.ts'

const MOST: Bounds = { files: 100_000, bytesPerFile: 64 << 20, bytes: 512 << 20 }

const one = (name: string, because: string, wrong: (inner: Backend) => Wrong): Broken => ({ because, wrap: (inner) => wrap(inner, name, wrong(inner)) })

const hashed = (...parts: readonly string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex')

/** Seals, and gives the state a digest of its own making. */
const sealing = (digest: (state: Snapshot, before: string) => Promise<string>, look?: (fork: Fork) => Promise<string>): Wrong => ({
  seal: async (fork) => {
    const before = await look?.(fork) ?? ''
    const state = await fork.seal()
    return { ...state, digest: await digest(state, before) }
  },
})

/** What a sealed state holds, told by paths and content of regular files alone. */
async function contentOf(state: Snapshot): Promise<string> {
  const { changes } = await state.changes(MOST)
  return hashed(state.base ?? '', ...changes.filter(({ type }) => type === 'file').map(({ path, change, sha256 }) => `${path} ${change} ${String(sha256)}`))
}

/** Times and inode numbers of what lies in a fork's workspace. */
async function timesOf(fork: Fork): Promise<string> {
  const { stdout } = await fork.exec({ argv: ['find', '.', '-printf', '%p %T@ %i\n'], user: 'agent', cwd: fork.policy.workspace, env: { PATH: '/usr/bin:/bin' }, wallSeconds: 20 })
  return Buffer.from(stdout).toString('latin1')
}

/** Each sealed state is the one that its fork started from. */
function forgetful(): Wrong {
  const origins = new WeakMap<Fork, Snapshot>()
  return {
    fork: async (state, options) => {
      const fork = await state.fork(options)
      origins.set(fork, state)
      return fork
    },
    seal: async (fork) => {
      await fork.discard()
      return { ...origins.get(fork)!, discard: async () => {} }
    },
  }
}

/** A command that ran once, in whatever fork, is not run again. */
function remembering(): Wrong {
  const known = new Map<string, Promise<Execution>>()
  return {
    exec: (fork, command) => {
      const key = JSON.stringify([command.argv, command.user, command.cwd, command.env, [...command.stdin ?? []]])
      const answer = known.get(key) ?? fork.exec(command)
      known.set(key, answer)
      return answer
    },
  }
}

/** The variables of a command are those of all later ones. */
function hoarding(): Wrong {
  let kept: Readonly<Record<string, string>> = {}
  return {
    exec: (fork, command) => {
      kept = { ...kept, ...command.env }
      return fork.exec({ ...command, env: kept })
    },
  }
}

/** Backends whose forks of one state start unlike, or meet, or are not what was sealed. */
export const FORKS = {
  'shared-without-filter': { because: 'one fork is kept for all, and no system call is refused', wrap: (inner) => shared(wrap(inner, 'shared-without-filter', {
    prepare: (backend, environment, files, policy) => backend.prepare(environment, files, { ...policy, systemCallFilter: false }),
  })) },
  'digests-base': one('digests-base', 'every state has the digest of what it was made from', () => ({ digest: (state) => state.base ?? state.digest })),
  'digests-name': one('digests-name', 'the digest of a state holds its name', () => ({ digest: (state) => hashed(state.digest, state.id) })),
  'digests-content-alone': one('digests-content-alone', 'the digest of a sealed state is of paths and content alone', () => sealing(contentOf)),
  'digests-times': one('digests-times', 'the digest of a sealed state holds times and inode numbers', () => sealing(async (state, times) => hashed(state.digest, times), timesOf)),
  'forgets-changes': one('forgets-changes', 'a sealed state is the one that its fork started from', forgetful),
  'answers-from-memory': one('answers-from-memory', 'a command that ran before is answered with what it said then', remembering),
  'keeps-variables': one('keeps-variables', 'the variables of a command are there for all later ones', hoarding),
  'restores-files-alone': {
    because: 'a sealed state is laid anew from its regular files: no links, no modes, no times, no deletions',
    wrap: (inner) => restoring(inner, 'restores-files-alone', { mode: 0o644 }),
  },
  'restores-without-policy': {
    because: 'a sealed state is laid anew from its files, and the policy is not',
    wrap: (inner) => restoring(inner, 'restores-without-policy', {
      policy: { network: 'host', distinctUsers: false, privateTmp: false, ownProcesses: false, systemCallFilter: false, requires: [] }, limitsTimes: 100,
    }),
  },
  ...SURROUNDINGS,
} as const satisfies Readonly<Record<string, Broken>>
