/** Unpacks Debian packages into a tree without running anything of theirs. */
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { execa } from 'execa'
import { environment } from './command.ts'
import { RootfsFailure } from './failure.ts'

/** Nothing that runs reads these; they are a third of the bytes. */
const LEFT_OUT = ['doc', 'doc-base', 'info', 'lintian', 'locale', 'man', 'menu', 'pixmaps', 'bug'].map((name) => `./usr/share/${name}/*`)

/** Prepares `tree` with /bin, /sbin, /lib and /lib64 as links into /usr, which packages of these suites expect. */
export async function mergeUsr(tree: string): Promise<void> {
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    await mkdir(join(tree, 'usr', name), { recursive: true })
    await symlink(`usr/${name}`, join(tree, name))
  }
}

/** Unpacks one package over `tree`; files belong to the user of this process. */
export async function extractDeb(deb: string, tree: string, label: string, signal?: AbortSignal): Promise<void> {
  const options = { env: environment(), extendEnv: false, cancelSignal: signal } as const
  const tar = [
    '--extract',
    `--directory=${tree}`,
    '--no-same-owner',
    '--preserve-permissions',
    '--keep-directory-symlink',
    ...LEFT_OUT.map((pattern) => `--exclude=${pattern}`),
  ]
  try {
    await execa('dpkg-deb', ['--fsys-tarfile', deb], { ...options, buffer: false }).pipe('tar', tar, options)
  } catch (error) {
    throw new RootfsFailure(`${label} could not be unpacked: ${(error as Error).message.split('\n')[0]}`)
  }
}
