/** The payload: Polygraph's own programs for the guest, on a read-only ISO with a manifest that the guest checks. */
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buffer } from 'node:stream/consumers'
import { pack } from 'tar-stream'
import { command } from '../../rootfs/command.ts'
import { TREE_TIME } from '../../rootfs/normalise.ts'
import { GUEST } from './system.ts'

const FORKSERVER = fileURLToPath(new URL('../../namespaces/forkserver', import.meta.url))

/** `digest` is of the manifest, which holds that of the archive: what the guest is told to expect. */
export interface Payload { readonly archive: Uint8Array; readonly manifest: Uint8Array; readonly digest: string }

/** The payload as it is meant to be: the fork server, and what the guest adds to it. */
export async function payload(): Promise<Payload> {
  const archive = pack()
  for (const [folder, prefix] of [[join(GUEST, 'program'), ''], [FORKSERVER, 'forkserver/']] as const) {
    for (const name of (await readdir(folder)).filter((each) => each.endsWith('.py')).sort()) {
      archive.entry({ name: `${prefix}${name}`, mode: 0o644, mtime: new Date(TREE_TIME * 1000) }, await readFile(join(folder, name)))
    }
  }
  archive.finalize()
  const bytes = await buffer(archive)
  const manifest = Buffer.from(`${JSON.stringify({ archive: { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') } })}\n`)
  return { archive: bytes, manifest, digest: createHash('sha256').update(manifest).digest('hex') }
}

/** Writes a payload as an ISO 9660 file. `dir` is an empty folder to work in. */
export async function writeIso({ archive, manifest }: Payload, dir: string, file: string): Promise<void> {
  await mkdir(dir)
  await writeFile(join(dir, 'payload.tar'), archive)
  await writeFile(join(dir, 'manifest.json'), manifest)
  const argv = ['xorriso', '-as', 'mkisofs', '-quiet', '-R', '-V', 'PAYLOAD', '-o', file, dir]
  await command('the payload could not be packed (xorriso is of the package xorriso)', argv, { env: { SOURCE_DATE_EPOCH: String(TREE_TIME) } })
  await rm(dir, { recursive: true })
}
