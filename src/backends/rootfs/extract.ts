/** Unpacks Debian packages into a tree without running anything of theirs. */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { command } from './command.ts'

/** Nothing that runs reads these; they are a third of the bytes. */
const LEFT_OUT = ['doc', 'doc-base', 'info', 'lintian', 'locale', 'man', 'menu', 'pixmaps', 'bug']

/** Prepares `tree` with /bin, /sbin, /lib and /lib64 as links into /usr, which packages of these suites expect. */
export async function mergeUsr(tree: string): Promise<void> {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    await mkdir(join(tree, 'usr', name), { recursive: true })
    await symlink(`usr/${name}`, join(tree, name))
  }
}

/** Unpacks one package over `tree`; files belong to the user of this process. `label` names it in errors. */
export async function extractDeb(deb: string, tree: string, label: string, signal?: AbortSignal): Promise<void> {
  const tar = [
    'tar',
    '--extract',
    `--directory=${tree}`,
    '--no-same-owner',
    '--preserve-permissions',
    '--keep-directory-symlink',
    ...LEFT_OUT.map((name) => `--exclude=./usr/share/${name}/*`),
  ]
  // A pipe between the two programs; one through this process took half as long again.
  const pipe = ['bash', '-o', 'pipefail', '-c', 'dpkg-deb --fsys-tarfile "$0" | "$@"', deb]
  await command(`${label} could not be unpacked`, [...pipe, ...tar], { signal })
}
