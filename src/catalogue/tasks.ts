import { CasesFile, TaskFile } from '../schema/index.ts'
import type { Cases, Task, TaskFileEntry } from '../schema/index.ts'
import type { Known } from './agents.ts'
import { readDocument, readText } from './document.ts'
import type { Document } from './document.ts'
import type { Folder, Problems } from './problems.ts'
import { suggest } from './nearest.ts'

type TaskDocument = Document<ReturnType<typeof TaskFile.parse>>

/** Every key that a case can have: which ones go together depends on what kind of case it is. */
const CASE_KEYS = ['call', 'args', 'returns', 'raises', 'make', 'steps', 'argv', 'stdin', 'files', 'stdout', 'exit', 'writes']
const HARBOR_FILES = ['environment/Dockerfile', 'tests/test.sh', 'solution/solve.sh']

/** Reads tasks/<id>/, Harbor's layout with our own part. Null with the problems added where anything is wrong. */
export function readTask(folder: Folder, known: Known, problems: Problems): Task | null {
  const before = problems.count
  const document = readDocument(folder, 'task.toml', TaskFile, problems)
  const instruction = readText(folder, 'instruction.md', problems)
  for (const file of HARBOR_FILES) {
    if (!folder.files.has(file)) problems.at(folder, file, { what: 'is missing', fix: 'write it; Harbor needs it' })
  }
  const workspace = below(folder, 'environment/workspace')
  const solution = below(folder, 'solution')
  if (workspace.length === 0) problems.at(folder, 'environment/workspace', { what: 'is missing or empty', fix: 'put there what the agent starts with' })
  const cases = document === null ? null : readCases(folder, document, problems)
  if (document !== null) {
    checkPaths(folder, document, problems)
    const { environment } = document.value.metadata.polygraph
    if (!known.environments.has(environment)) {
      report(folder, document, ['environment'], problems, `there is no environment "${environment}"`, suggest(environment, known.environments))
    }
  }
  if (document === null || cases === null || instruction === null || problems.count > before) return null
  const { task, metadata: { polygraph: own } } = document.value
  return {
    id: folder.id, dir: folder.dir, description: task?.description ?? '', language: own.language, instruction,
    artifact: own.artifact, visibleTest: own.visible_test, visibleFiles: own.visible_files, environment: own.environment,
    ...(own.program === undefined ? {} : { program: own.program }), ...(own.act_seconds === undefined ? {} : { actSeconds: own.act_seconds }),
    ...(own.timing === undefined ? {} : { timing: own.timing }), ...(own.property === undefined ? {} : { property: own.property }),
    ...(own.suite === undefined ? {} : { suite: { path: own.suite, threshold: own.suite_threshold } }),
    cases, mutants: own.mutants.map((mutant) => ({ ...mutant, bytes: folder.files.get(mutant.file)!.bytes })), workspace, solution, tests: below(folder, 'tests'), digest: folder.digest,
  }
}

function readCases(folder: Folder, task: TaskDocument, problems: Problems): Cases | null {
  const { cases: file, program } = task.value.metadata.polygraph
  const document = readDocument(folder, file, CasesFile, problems, { integers: 'exact', more: CASE_KEYS })
  if (document === null) return null
  const kinds = new Set([...document.value.visible, ...document.value.statedOnly, ...document.value.heldOut].map((each) => each.kind))
  if ((kinds.has('call') || kinds.has('steps')) && document.value.module === '') {
    problems.at(folder, file, { line: 1, field: 'module', what: 'is missing, and these cases call functions', fix: 'name the module that they import' })
  }
  if (kinds.has('program') && program === undefined) {
    report(folder, task, ['program'], problems, 'is missing, and the cases start a program', 'say how it starts: program = ["python3", "main.py"]')
  }
  return document.value
}

function checkPaths(folder: Folder, document: TaskDocument, problems: Problems): void {
  const { artifact, visible_files: visible, mutants, suite } = document.value.metadata.polygraph
  for (const [index, path] of artifact.entries()) {
    if (folder.files.has(`solution/${path}`)) continue
    report(folder, document, ['artifact', index], problems, `solution/${path} is not there`, `put the reference there${nearFile(folder, 'solution', path)}`)
  }
  for (const [index, path] of visible.entries()) {
    if (folder.files.has(`environment/workspace/${path}`)) continue
    report(folder, document, ['visible_files', index], problems, `environment/workspace/${path} is not there`, `put the visible test there${nearFile(folder, 'environment/workspace', path)}`)
  }
  if (suite !== undefined && (artifact.includes(suite) || folder.files.has(`environment/workspace/${suite}`))) {
    report(folder, document, ['suite'], problems, `${suite} is there from the start or asked for`, 'name a file that only an agent with tests of its own writes')
  }
  const ids = new Set<string>()
  for (const [index, { id, file, replaces }] of mutants.entries()) {
    if (!folder.files.has(file)) report(folder, document, ['mutants', index, 'file'], problems, `${file} is not there`, 'write the mutant there')
    if (!artifact.includes(replaces)) report(folder, document, ['mutants', index, 'replaces'], problems, `"${replaces}" is no file of the artifact`, suggest(replaces, artifact))
    if (ids.has(id)) report(folder, document, ['mutants', index, 'id'], problems, `another mutant is called "${id}"`, 'give it a name of its own')
    ids.add(id)
  }
}

function report(folder: Folder, document: TaskDocument, path: readonly (string | number)[], problems: Problems, what: string, fix: string): void {
  const field = path.map((part, index) => typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`).join('')
  problems.at(folder, document.file, { line: document.line(['metadata', 'polygraph', ...path]), field: `metadata.polygraph.${field}`, what, fix })
}

function nearFile(folder: Folder, within: string, path: string): string {
  const names = below(folder, within).map((entry) => entry.path)
  const fix = suggest(path, names)
  return fix.startsWith('did you mean') ? ` (${fix})` : ''
}

function below(folder: Folder, prefix: string): readonly TaskFileEntry[] {
  return [...folder.files.values()]
    .filter((entry) => entry.path.startsWith(`${prefix}/`))
    .map((entry) => ({ ...entry, path: entry.path.slice(prefix.length + 1) }))
}
