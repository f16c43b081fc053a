import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runs, startOf } from '../backends/process.ts'
import { LOCK } from '../evidence/index.ts'

/** Two that begin at the same moment see each other; each steps back and tries again, after a pause of its own. */
const ATTEMPTS = 8
const PAUSE_MS = 25

/** Either the lock on a run folder, or the process that writes to it. */
export type Lock = { readonly held: true; release(): Promise<void> } | { readonly held: false; readonly pid: number }

/**
 * Takes the lock on a run folder. A lock is a file named after its owner's pid and start, so that a dead owner's is told
 * from a living one's and may be removed by anybody without a race: no other process ever gets that name.
 */
export async function lockRun(dir: string): Promise<Lock> {
  const own = `lock-${process.pid}-${startOf(process.pid)}`
  const path = join(dir, own)
  for (let attempt = 1; ; attempt++) {
    const held = await made(path)
    const other = await livingOwner(dir, own)
    if (held && other === null) return { held: true, release: () => rm(path, { force: true }) }
    if (held) await rm(path, { force: true })
    if (attempt === ATTEMPTS) return { held: false, pid: other ?? process.pid }
    await setTimeout(PAUSE_MS * (1 + ((process.pid * attempt) % 7)))
  }
}

/** False where this very process holds it already. */
async function made(path: string): Promise<boolean> {
  try {
    await (await open(path, 'wx', 0o644)).close()
    return true
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  }
}

/** The pid in the name of a lock whose owner lives; null for any other name. */
export function ownerOf(name: string): number | null {
  const [, pid, start] = LOCK.exec(name) ?? []
  return pid !== undefined && runs(Number(pid), start!) ? Number(pid) : null
}

/** The pid of a living process other than this that holds the folder. Locks of dead ones are removed on the way. */
async function livingOwner(dir: string, own: string): Promise<number | null> {
  let living: number | null = null
  for (const name of await readdir(dir)) {
    const match = LOCK.exec(name)
    if (match === null || name === own) continue
    const pid = Number(match[1])
    if (runs(pid, match[2]!)) living = pid
    else await rm(join(dir, name), { force: true })
  }
  return living
}
