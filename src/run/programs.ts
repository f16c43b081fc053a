import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { LoadedVerifier } from '../contract/index.ts'
import { sharedProgram } from '../grading/programs.ts'

/** Reads a check program: the one beside the verifier, or the shared one of that name. Each file is read once a run. */
export function programReader(): (verifier: LoadedVerifier, name: string) => Promise<Uint8Array> {
  const known = new Map<string, Promise<Uint8Array>>()
  return (verifier, name) => {
    const key = `${verifier.id}/${name}`
    const found = known.get(key) ?? find(verifier, name)
    known.set(key, found)
    return found
  }
}

async function find(verifier: LoadedVerifier, name: string): Promise<Uint8Array> {
  if (name !== basename(name)) throw new Error(`"${name}" is no name of a check program`)
  const own = await readFile(join(verifier.dir, name)).catch(() => null)
  const beside = own ?? await readFile(join(dirname(verifier.dir), 'shared', name)).catch(() => null)
  const bytes = beside ?? await sharedProgram(name)
  if (bytes === null) throw new Error(`there is no check program "${name}" beside verifier ${verifier.id} or among the shared ones`)
  return bytes
}
