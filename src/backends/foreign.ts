import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { resolvePolygraphHere } from '../catalogue/resolve.ts'
import type { Backend } from '../contract/index.ts'

export type Foreign = { readonly ok: true; readonly backend: Backend } | { readonly ok: false; readonly because: string }

/** Whether a name is that of no built-in backend by its form: a path, a file, or a package. */
export function isForeign(name: string): boolean {
  return /[./@]/.test(name)
}

/** What a module of a backend may be: it exports as default a Backend, or a function that makes one. */
type Exported = Backend | ((options: { readonly tell: (text: string) => void }) => Backend | Promise<Backend>)

/**
 * Loads a backend that isn't this program's: a TOML file of command templates, or a module by path or package name, looked
 * for from `cwd`. What is wrong with it is one sentence.
 */
export async function loadForeign(name: string, cwd: string, tell: (text: string) => void): Promise<Foreign> {
  if (name.endsWith('.toml')) {
    const { createCommandBackend, readDefinition } = await import('./command/index.ts')
    const read = await readDefinition(resolve(cwd, name))
    return read.ok ? { ok: true, backend: createCommandBackend(read.definition, { log: tell }) } : read
  }
  resolvePolygraphHere()
  try {
    const url = /^[./]/.test(name) ? pathToFileURL(resolve(cwd, name)).href : pathToFileURL(createRequire(join(cwd, 'x.js')).resolve(name)).href
    const { default: exported } = await import(url) as { default?: Exported }
    const backend = typeof exported === 'function' ? await exported({ tell }) : exported
    const missing = ['id', 'readiness', 'prepare', 'leftovers', 'remove', 'close'].filter((key) => backend?.[key as keyof Backend] === undefined)
    if (backend === undefined || missing.length > 0) return { ok: false, because: `${name}: its default export is no backend: ${missing.join(', ')} missing` }
    const digest = createHash('sha256').update(await readFile(fileURLToPath(url))).digest('hex')
    return { ok: true, backend: backend.definition === undefined ? { ...backend, definition: { digest, standIn: null } } : backend }
  } catch (thrown) {
    return { ok: false, because: `${name} can't be loaded as a backend: ${thrown instanceof Error ? thrown.message : String(thrown)}` }
  }
}
