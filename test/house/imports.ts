/**
 * The house's rule on directions, as a checker: a file in src/ imports from its own folder or from folders above it,
 * so that the way from catalogue to report can be read in one direction.
 */
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** The folders of src/, from the bottom of the house to its top. */
export const HOUSE = [
  'schema', 'contract', 'stats', 'catalogue', 'grading', 'backends', 'evidence',
  'trial', 'experiments', 'report', 'run', 'conformance', 'cli',
] as const

export interface Import {
  from: string
  line: number
}

/** Every module a TypeScript file names: imports, re-exports, import() and types written as import('…'). */
export function importsOf(file: string, text: string): Import[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} does not parse: ${errors[0]?.message}`)
  const found: Import[] = []
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit)
    if (node === null || typeof node !== 'object') return
    const { type, source } = node as { type?: unknown; source?: unknown }
    if (typeof type === 'string' && /^(Import|Export|TSImport)/.test(type) && isText(source)) {
      found.push({ from: source.value, line: text.slice(0, source.start).split('\n').length })
    }
    Object.values(node).forEach(visit)
  }
  visit(program)
  return found
}

function isText(node: unknown): node is { value: string; start: number } {
  return typeof node === 'object' && node !== null && 'value' in node && typeof node.value === 'string'
}

/** What is wrong with the imports of one file, each as file:line with the fix. `packages` are the run-time dependencies. */
export function wrongImports(file: string, text: string, packages: readonly string[]): string[] {
  return importsOf(file, text).flatMap(({ from, line }) => {
    const wrong = isOurs(from) ? wrongWithin(file, from) : wrongPackage(file, from, packages)
    return wrong === null ? [] : [`${file}:${line} imports '${from}': ${wrong}`]
  })
}

const PROBE = "a probe imports only 'polygraph/…' exports, node: modules and files of its own folder"

function isOurs(from: string): boolean {
  return from.startsWith('.') || from.startsWith('/')
}

function wrongWithin(file: string, from: string): string | null {
  const [top, folder] = file.split('/')
  const target = join(dirname(file), from)
  const [targetTop, targetFolder] = target.split('/')
  if (top === 'verifiers') {
    return targetTop === 'verifiers' && targetFolder === folder
      ? null
      : "a verifier imports only 'polygraph/…' exports, node: modules and files of its own folder"
  }
  if (top === 'conformance') {
    return dirname(target) === dirname(file) ? null : PROBE
  }
  if (targetTop !== 'src') return 'src/ imports nothing from outside src/; read specimens through the catalogue'
  if (!from.endsWith('.ts')) return `write the file's own name, '${from.replace(/\.js$/, '')}.ts', as Node strips types and guesses nothing`
  const own = HOUSE.indexOf(folder as (typeof HOUSE)[number])
  const other = HOUSE.indexOf(targetFolder as (typeof HOUSE)[number])
  if (own === -1) return `src/${folder} is no folder of the house; put the file into one of ${HOUSE.join(', ')}`
  if (other === -1) return `src/${targetFolder} is no folder of the house`
  if (other <= own) return null
  const fix = `move what ${file} needs into src/${folder} or a folder before it (${HOUSE.slice(0, own).join(', ') || 'none'}), or have it handed in`
  return `src/${folder} stands below src/${targetFolder}; ${fix}`
}

function wrongPackage(file: string, from: string, packages: readonly string[]): string | null {
  if (from.startsWith('node:')) return null
  if (builtinModules.includes(from)) return `write 'node:${from}'`
  const verifier = file.startsWith('verifiers/')
  const probe = file.startsWith('conformance/')
  const name = from.split('/').slice(0, from.startsWith('@') ? 2 : 1).join('/')
  if (name === 'polygraph') return verifier || probe ? null : 'inside src/ use the relative path of the file'
  if (verifier) return "a verifier imports only 'polygraph/…' exports, node: modules and files of its own folder"
  if (probe) return PROBE
  return packages.includes(name) ? null : `'${name}' is not in the dependencies of package.json, so an installed package would lack it`
}
