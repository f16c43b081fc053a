import { createHash } from 'node:crypto'
import type { Backend, Bounds, FileEntry, Fork, Snapshot } from '../contract/index.ts'
import { BackendUnavailable } from '../contract/index.ts'

/**
 * shared(X): the unsafe box of EXP3. It keeps the types of the contract and breaks its promises, the way a harness does
 * that runs task after task in one container: `prepare` makes one fork of X, and every fork and snapshot from then on is
 * that same box. `fork` resets the known workspace files, `seal` kills and freezes nothing, `discard` does nothing. What
 * an agent leaves anywhere else meets the next one. The box is never the bare host: HOME lies inside it.
 *
 * Closing it discards the boxes and leaves X open, which belongs to whoever made it.
 */
export function shared(inner: Backend): Backend {
  const boxes: Box[] = []
  return {
    id: `shared(${inner.id})`,
    readiness: () => inner.readiness(),
    async prepare(environment, workspace, policy) {
      const base = await inner.prepare(environment, workspace, policy)
      try {
        const box: Box = { base, fork: await base.fork({ label: 'shared' }), files: workspace, count: 0 }
        boxes.push(box)
        return startOf(box)
      } catch (thrown) {
        await base.discard().catch(() => {})
        throw thrown
      }
    },
    notices: () => inner.notices?.() ?? [],
    leftovers: async () => [],
    remove: async () => {},
    async close() {
      for (const box of boxes.splice(0)) {
        await box.fork.discard()
        await box.base.discard()
      }
    },
  }
}

interface Box { readonly base: Snapshot; readonly fork: Fork; readonly files: readonly FileEntry[]; count: number }

/** The prepared state, as far as the box goes: a fork of it is the box with the known files written again. */
function startOf(box: Box): Snapshot {
  return {
    ...stateOf(box, box.base.digest, 'start'),
    async fork() {
      if (box.files.length > 0) await box.fork.put(box.files)
      return visit(box)
    },
  }
}

/** A "snapshot" of the box: whatever it holds by the time somebody looks. */
function stateOf(box: Box, digest: string, name: string): Snapshot {
  return {
    id: `${box.fork.id}/${name}`,
    digest,
    base: box.base.digest,
    policy: box.fork.policy,
    fork: async () => visit(box),
    // What nobody froze can't be compared with its base.
    changes: async () => ({ changes: [], complete: false }),
    read: (paths, bounds) => box.fork.get(paths, bounds),
    discard: async () => {},
  }
}

function visit(box: Box): Fork {
  return {
    id: `${box.fork.id}/${++box.count}`,
    policy: box.fork.policy,
    exec: (command) => box.fork.exec(command),
    put: (files) => box.fork.put(files),
    get: (paths, bounds) => box.fork.get(paths, bounds),
    seal: async () => stateOf(box, await digestOf(box), `seal-${++box.count}`),
    discard: async () => {},
  }
}

const KNOWN: Bounds = { files: 10_000, bytesPerFile: 16 << 20, bytes: 64 << 20 }

/** Over the known files alone: the rest of the box has no digest. */
async function digestOf(box: Box): Promise<string> {
  const hash = createHash('sha256').update(`shared ${box.base.digest}\n`)
  const files = await box.fork.get(box.files.map((file) => file.path), KNOWN).catch((thrown: unknown) => {
    throw thrown instanceof BackendUnavailable ? new BackendUnavailable('seal', thrown.message, { cause: thrown, own: thrown.own }) : thrown
  })
  for (const file of files) {
    const content = file.state === 'file' ? createHash('sha256').update(file.bytes).digest('hex') : ''
    hash.update(`${JSON.stringify([file.path, file.state, content])}\n`)
  }
  return hash.digest('hex')
}
