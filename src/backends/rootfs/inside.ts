/** The two programs that are run in a new tree, by its own binaries: the dynamic linker's cache and Python's byte code. */
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { command } from './command.ts'

async function runInside(tree: string, purpose: string, argv: readonly string[], signal?: AbortSignal): Promise<void> {
  const enter = process.getuid?.() === 0 ? ['chroot', tree] : ['unshare', '--user', '--map-root-user', 'chroot', tree]
  // The hash seed decides the order of sets in byte code.
  const clean = ['env', '-i', 'PATH=/usr/sbin:/usr/bin', 'LC_ALL=C.UTF-8', 'PYTHONHASHSEED=0']
  const needs = enter[0] === 'unshare' ? ' (an ordinary user needs user namespaces for this; `polygraph doctor` says more)' : ''
  await command(`${purpose}${needs}`, [...enter, ...clean, ...argv], { signal })
}

/** Writes /etc/ld.so.cache, which Python's ctypes looks libraries up in. */
export async function cacheLibraries(tree: string, signal?: AbortSignal): Promise<void> {
  if (!existsSync(join(tree, 'usr/sbin/ldconfig'))) return
  await runInside(tree, 'ldconfig failed in the new tree', ['/usr/sbin/ldconfig'], signal)
  // It holds inode numbers and times.
  await rm(join(tree, 'var/cache/ldconfig'), { recursive: true, force: true })
}

/**
 * Compiles every Python module. A fork can't write byte code into a read-only base, and without it a start of pytest
 * costs twice the time. "unchecked-hash" keeps times out of it.
 */
export async function compilePython(tree: string, signal?: AbortSignal): Promise<void> {
  if (!existsSync(join(tree, 'usr/bin/python3'))) return
  const folders = readdirSync(join(tree, 'usr/lib')).filter((name) => /^python3(\.\d+)?$/.test(name)).sort()
  const argv = ['/usr/bin/python3', '-S', '-m', 'compileall', '-q', '-f', '-j', '1', '--invalidation-mode', 'unchecked-hash']
  await runInside(tree, 'Python could not compile its own modules in the new tree', [...argv, ...folders.map((name) => `/usr/lib/${name}`)], signal)
}
