/**
 * Where fork servers of this user ever had their directories, so that what a dead run left is found by a `clean` that
 * has another TMPDIR. One small file a directory, in the state directory of the user. What stands in it is not believed:
 * a path counts only if nobody but this user could have put something else there.
 */
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { realpath, rename, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, dirname, isAbsolute, join } from 'node:path'
import { makeDeep } from './make-deep.ts'

/** XDG_STATE_HOME/polygraph/places, else below ~/.local/state with the home of the real user id (sudo keeps HOME). */
export function registerDir(env: NodeJS.ProcessEnv = process.env): string {
  const state = env['XDG_STATE_HOME']
  return join(state !== undefined && isAbsolute(state) ? state : join(userInfo().homedir, '.local/state'), 'polygraph', 'places')
}

/** The name of the directory that holds all those of one user. */
export const rootName = (): string => `polygraph-${process.getuid?.() ?? 0}`

/**
 * Writes down a directory, and strikes out those that are no more. Where the state directory can't be written, a `clean`
 * with the same TMPDIR still finds what is left, so nothing fails for it.
 */
export async function register(root: string): Promise<void> {
  const dir = registerDir()
  try {
    const path = await realpath(root)
    await makeDeep(dir, 0o700)
    for (const { file, root: other } of entries(dir)) if (other !== null && lstatSync(other, { throwIfNoEntry: false }) === undefined) await rm(file, { force: true })
    const file = join(dir, createHash('sha256').update(path).digest('hex'))
    const draft = `${file}.${process.pid}`
    await writeFile(draft, `${path}\n`, { mode: 0o600 })
    await rename(draft, file)
  } catch {
    // See above.
  }
}

/** The registered directories that are still there and certainly this user's. */
export function registeredRoots(): readonly string[] {
  return entries(registerDir()).flatMap(({ root }) => (root !== null && isSafe(root) ? [root] : []))
}

function entries(dir: string): readonly { readonly file: string; readonly root: string | null }[] {
  let names: string[]
  try {
    names = readdirSync(dir).filter((name) => /^[0-9a-f]{64}$/.test(name))
  } catch {
    return []
  }
  return names.map((name) => {
    const file = join(dir, name)
    try {
      const facts = lstatSync(file)
      if (!facts.isFile() || facts.size > 8192 || facts.uid !== process.getuid?.()) return { file, root: null }
      return { file, root: readFileSync(file, 'utf8').replace(/\n$/, '') }
    } catch {
      return { file, root: null }
    }
  })
}

/**
 * A directory of ours, under the name that ours have, with no link on the way to it, and no folder on the way in which
 * somebody else could put another in its place.
 */
function isSafe(root: string): boolean {
  try {
    if (!isAbsolute(root) || basename(root) !== rootName() || realpathSync(root) !== root) return false
    const uid = process.getuid?.()
    const facts = lstatSync(root)
    if (!facts.isDirectory() || facts.uid !== uid || (facts.mode & 0o022) !== 0) return false
    return ancestors(root).every((path) => {
      const { uid: owner, mode } = lstatSync(path)
      return (owner === 0 || owner === uid) && ((mode & 0o002) === 0 || (mode & 0o1000) !== 0)
    })
  } catch {
    return false
  }
}

function ancestors(path: string): readonly string[] {
  const parent = dirname(path)
  return parent === path ? [] : [parent, ...ancestors(parent)]
}
