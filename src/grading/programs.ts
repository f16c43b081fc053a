import { readFile } from 'node:fs/promises'

/** The check programs that verifiers share; they run in forks and lie beside this file. */
export const SHARED_PROGRAMS = ['answer.py', 'answer.mjs', 'check.py', 'check.mjs', 'disguise.py', 'runs.py', 'suite.py'] as const

/** The bytes of a shared check program, or null where there is none of that name. */
export async function sharedProgram(name: string): Promise<Uint8Array | null> {
  const known: readonly string[] = SHARED_PROGRAMS
  return known.includes(name) ? readFile(new URL(`./programs/${name}`, import.meta.url)) : null
}
