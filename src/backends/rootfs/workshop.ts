/**
 * Workshops: the folders in which downloads and builds are under way. A live one is locked by its process, so what a
 * killed build left is told from what is being built now, without process ids or ages.
 */
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cache } from './cache.ts'
import { tryCommand } from './command.ts'
import { RootfsFailure } from './failure.ts'

/** Runs `work` with a new folder in the cache, which is removed afterwards. Dead workshops are swept on the way. */
export async function withWorkshop<T>(cache: Cache, work: (dir: string) => Promise<T>): Promise<T> {
  // Under the gate, or a sweep could take a folder that was made and not yet locked.
  const { dir, release } = await withLock(gate(cache), () => {}, async () => {
    for (const dead of await deadWorkshops(cache)) await rm(dead, { recursive: true, force: true })
    const made = await mkdtemp(join(cache.tmp, 'work-'))
    return { dir: made, release: await hold(made) }
  })
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
    await release()
  }
}

/** Folders of builds that are dead. */
export async function findDead(cache: Cache): Promise<string[]> {
  return withLock(gate(cache), () => {}, () => deadWorkshops(cache))
}

/** Runs `work` while no other process holds the lock on `file`, which is made where it is missing. */
export async function withLock<T>(file: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  const waiting = setTimeout(onWait, 500)
  const release = await hold(file).finally(() => clearTimeout(waiting))
  try {
    return await work()
  } finally {
    await release()
  }
}

/**
 * Takes the lock on a file or folder and gives the function that lets it go. A child holds it, which ends with this
 * process, whatever the death: no lock is ever stale.
 */
async function hold(path: string): Promise<() => Promise<void>> {
  const holder = spawn('flock', ['-x', path, 'sh', '-c', 'echo held; exec cat >/dev/null'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ctrl-C goes to the whole terminal group; the lock must outlast the tear-down.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => holder.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    holder.once('error', (error) => reject(new RootfsFailure(`flock, of the package util-linux, could not be run: ${error.message}.`)))
    holder.once('close', (code) => reject(new RootfsFailure(`${path} can't be locked (exit code ${code}).`)))
    holder.stdout.once('data', () => resolve())
  })
  return async () => {
    holder.stdin.end()
    await ended
  }
}

function gate(cache: Cache): string {
  return join(cache.locks, 'tmp')
}

async function deadWorkshops(cache: Cache): Promise<string[]> {
  const dead: string[] = []
  for (const name of await readdir(cache.tmp)) {
    const dir = join(cache.tmp, name)
    if ((await tryCommand(['flock', '--nonblock', dir, 'true'])).exitCode === 0) dead.push(dir)
  }
  return dead
}
