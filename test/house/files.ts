import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url)).replace(/\/$/, '')

const LEFT_OUT = new Set(['node_modules', 'dist', 'runs', '__pycache__', '.git'])

/** The files below some folders of a checkout whose names match, as paths from its root. */
export function filesBelow(root: string, folders: readonly string[], name: RegExp): string[] {
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return LEFT_OUT.has(entry.name) ? [] : walk(path)
      return entry.isFile() && name.test(entry.name) ? [relative(root, path)] : []
    })
  return folders.map((folder) => join(root, folder)).filter((folder) => existsSync(folder)).flatMap(walk)
}
