import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The folder of this program: the nearest one above this file whose package.json is named `polygraph`, in a checkout as
 * in an installed package. Throws where there is none, since then nothing of the project can be found.
 */
export function projectRoot(): string {
  const start = dirname(fileURLToPath(import.meta.url))
  for (let folder = start; ; folder = dirname(folder)) {
    if (isProject(join(folder, 'package.json'))) return folder
    if (dirname(folder) === folder) throw new Error(`no package.json named polygraph above ${start}`)
  }
}

/**
 * Where a catalogue folder keeps its verifiers. Those of this program lie compiled in `dist/` once the program itself runs
 * compiled, since Node strips no types below node_modules; everybody else's lie in `verifiers/`.
 */
export function verifiersFolder(dir: string): string {
  const compiled = join(dir, 'dist', 'verifiers')
  const runsCompiled = import.meta.url.endsWith('.js')
  return runsCompiled && dir === projectRoot() && existsSync(compiled) ? compiled : join(dir, 'verifiers')
}

function isProject(file: string): boolean {
  if (!existsSync(file)) return false
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }).name === 'polygraph'
  } catch {
    return false
  }
}
