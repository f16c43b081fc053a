/** The first file system of the guest: a shell, the drivers that are modules, and a script that finds the system disk. */
import { copyFile, mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { command } from '../../rootfs/command.ts'
import { normalise } from '../../rootfs/normalise.ts'

/** In the order in which they are loaded: a module comes after those that it needs. Paths below kernel/. */
const MODULES = [
  'drivers/virtio/virtio_ring.ko', 'drivers/virtio/virtio.ko', 'drivers/virtio/virtio_pci_legacy_dev.ko', 'drivers/virtio/virtio_pci_modern_dev.ko',
  'drivers/virtio/virtio_pci.ko', 'drivers/block/virtio_blk.ko', 'drivers/char/virtio_console.ko', 'drivers/char/hw_random/virtio-rng.ko',
  'lib/libcrc32c.ko', 'fs/erofs/erofs.ko', 'drivers/cdrom/cdrom.ko', 'fs/isofs/isofs.ko', 'fs/overlayfs/overlay.ko',
]

/** Writes `file`, a cpio archive for the kernel in `tree`. `init` is the script; `dir` is an empty folder to work in. */
export async function makeInitramfs(tree: string, init: string, dir: string, file: string, signal?: AbortSignal): Promise<void> {
  for (const name of ['bin', 'dev', 'sys', 'system', 'modules']) await mkdir(join(dir, name))
  await copyFile(join(tree, 'bin/busybox'), join(dir, 'bin/busybox'))
  const kernel = join(tree, 'lib/modules', await versionIn(tree), 'kernel')
  for (const path of MODULES) await copyFile(join(kernel, path), join(dir, 'modules', basename(path)))
  await writeFile(join(dir, 'modules/order'), MODULES.map((path) => `${basename(path)}\n`).join(''))
  await writeFile(join(dir, 'init'), await readFile(init), { mode: 0o755 })
  normalise(dir)
  // Sorted, without owners and inode numbers of this machine: the same files give the same archive.
  const script = 'cd "$0" && find . -mindepth 1 | LC_ALL=C sort | cpio --quiet --create --format=newc --owner=0:0 --reproducible >"$1"'
  await command('the first file system of the guest could not be packed (cpio is of the package cpio)', ['sh', '-c', script, dir, file], { signal })
}

/** The version of the one kernel in a tree. */
export async function versionIn(tree: string): Promise<string> {
  const [version, ...others] = await readdir(join(tree, 'lib/modules'))
  if (version === undefined || others.length > 0) throw new Error(`${tree} must hold one kernel, not ${others.length + (version === undefined ? 0 : 1)}`)
  return version
}
