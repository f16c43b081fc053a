import { AgentFile } from '../schema/index.ts'
import type { Agent } from '../schema/index.ts'
import { readDocument, readText } from './document.ts'
import type { Folder, Problems } from './problems.ts'
import { suggest } from './nearest.ts'

/** What else is known of the catalogue, by folder name, whether or not each could be read. */
export interface Known { readonly tasks: ReadonlySet<string>; readonly verifiers: ReadonlySet<string>; readonly environments: ReadonlySet<string> }

const LANGUAGES = ['python', 'javascript', 'any']

/** Reads agents/<id>/: agent.toml and run.sh. Null with the problems added where anything is wrong. */
export function readAgent(folder: Folder, known: Known, problems: Problems): Agent | null {
  const before = problems.count
  const document = readDocument(folder, 'agent.toml', AgentFile, problems)
  const script = readText(folder, 'run.sh', problems)
  if (script !== null && script.trim() === '') problems.at(folder, 'run.sh', { what: 'is empty', fix: 'write what the agent does' })
  if (script?.includes('\r')) problems.at(folder, 'run.sh', { what: 'has carriage returns, which a shell reads as part of words', fix: 'save it with Unix line ends' })
  if (document !== null) {
    const { applies_to: appliesTo, expect } = document.value
    for (const [index, name] of appliesTo.entries()) {
      if (LANGUAGES.includes(name) || known.tasks.has(name)) continue
      const path = ['applies_to', index]
      problems.at(folder, document.file, { line: document.line(path), field: `applies_to[${index}]`, what: `"${name}" is neither a language nor a task`, fix: suggest(name, [...LANGUAGES, ...known.tasks]) })
    }
    for (const verifier of Object.keys(expect)) {
      if (known.verifiers.has(verifier)) continue
      problems.at(folder, document.file, { line: document.line(['expect', verifier]), field: `expect.${verifier}`, what: 'there is no such verifier', fix: suggest(verifier, known.verifiers) })
    }
  }
  if (document === null || script === null || problems.count > before) return null
  const { artifact_correct: artifactCorrect, applies_to: appliesTo, exposed_to: exposedTo, witness, ...same } = document.value
  return { id: folder.id, dir: folder.dir, ...same, artifactCorrect, appliesTo, exposedTo, ...(witness === undefined ? {} : { witness }), script, digest: folder.digest }
}
