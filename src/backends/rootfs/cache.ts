/**
 * The cache: `debs/` and `npm/` by SHA-256, `rootfs/<recipe digest>/` finished trees, `drift/` locks that replaced a
 * pinned one, `locks/`, and `tmp/` for what is under way. One cache belongs to one user, because the trees in it do.
 */
import { createReadStream } from 'node:fs'
import { mkdir, stat } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { RootfsFailure } from './failure.ts'

/** POLYGRAPH_CACHE, else XDG_CACHE_HOME/polygraph, else ~/.cache/polygraph with the home of the real user id (sudo keeps HOME). */
export function defaultCacheDir(env: NodeJS.ProcessEnv = process.env): string {
  if (env['POLYGRAPH_CACHE']) return env['POLYGRAPH_CACHE']
  return join(env['XDG_CACHE_HOME'] || join(userInfo().homedir, '.cache'), 'polygraph')
}

/** POLYGRAPH_MIRROR, else Debian's own address. */
export function defaultMirror(env: NodeJS.ProcessEnv = process.env): string {
  return env['POLYGRAPH_MIRROR'] || 'http://deb.debian.org/debian'
}

export interface Cache {
  debs: string
  npm: string
  npmCache: string
  rootfs: string
  drift: string
  locks: string
  tmp: string
}

/** Makes the folders of the cache where they are missing, and refuses one that belongs to another user. */
export async function openCache(dir: string): Promise<Cache> {
  const cache: Cache = {
    debs: join(dir, 'debs'),
    npm: join(dir, 'npm'),
    npmCache: join(dir, 'npm-cache'),
    rootfs: join(dir, 'rootfs'),
    drift: join(dir, 'drift'),
    locks: join(dir, 'locks'),
    tmp: join(dir, 'tmp'),
  }
  for (const folder of Object.values(cache)) {
    await mkdir(folder, { recursive: true }).catch((error: Error) => {
      throw new RootfsFailure(`The cache ${dir} can't be written: ${error.message}. Set POLYGRAPH_CACHE to a folder of your own.`)
    })
    const { uid } = await stat(folder)
    if (uid !== process.getuid?.()) {
      throw new RootfsFailure(`The cache ${dir} belongs to another user (uid ${uid}). Set POLYGRAPH_CACHE to a folder of your own.`)
    }
  }
  return cache
}

/** SHA-256 of a file, in hex; null where there is no such file. */
export async function fileDigest(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return hash.digest('hex')
}
