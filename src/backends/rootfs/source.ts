/** What an environment.toml may say where it becomes part of a path, an apt source or a line of /etc/passwd. */
import { RootfsFailure } from './failure.ts'
import type { RootfsSource } from './types.ts'

/** Gives the address of a mirror without slashes at its end; throws a RootfsFailure where it isn't one. */
export function checkMirror(mirror: string): string {
  if (!/^(https?|file):\/\/[^\s"\\[\]]+$/.test(mirror)) {
    throw new RootfsFailure(`POLYGRAPH_MIRROR = ${JSON.stringify(mirror)} must be an address like http://deb.debian.org/debian.`)
  }
  return mirror.replace(/\/+$/, '')
}

/** Throws a RootfsFailure that names the field and the form it must have. */
export function checkSource(source: RootfsSource): void {
  const check = (field: string, value: string, form: RegExp, example: string): void => {
    if (!form.test(value)) {
      throw new RootfsFailure(`environments/${source.id}/environment.toml: ${field} = ${JSON.stringify(value)} must look like ${JSON.stringify(example)}.`)
    }
  }
  check('suite', source.suite, /^[a-z][a-z0-9.-]*$/, 'bookworm')
  for (const name of source.packages) check('packages', name, /^[a-z0-9][a-z0-9+.-]+$/, 'python3-pytest')
  if (source.node !== undefined) check('node', source.node, /^\d+\.\d+\.\d+$/, '24.21.0')
  if (source.npm !== undefined) check('npm', source.npm, /^[A-Za-z0-9_-]+$/, 'npm')
  for (const [who, name] of Object.entries(source.users)) check(`users.${who}`, name, /^[a-z_][a-z0-9_-]{0,31}$/, who)
}
