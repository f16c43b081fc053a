import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A folder with all above it. Not Node's recursive mkdir, which loops for ever where a file system refuses new folders with ENOENT, as /proc does. */
export async function makeDeep(dir: string, mode = 0o777): Promise<void> {
  const failed = await mkdir(dir, { mode }).then(() => null, (thrown: NodeJS.ErrnoException) => thrown)
  if (failed === null || failed.code === 'EEXIST') return
  if (failed.code !== 'ENOENT' || dirname(dir) === dir) throw failed
  await makeDeep(dirname(dir), mode)
  await mkdir(dir, { mode }).catch((thrown: NodeJS.ErrnoException) => { if (thrown.code !== 'EEXIST') throw thrown })
}
