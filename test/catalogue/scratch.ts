import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { loadCatalogue } from '../../src/catalogue/index.ts'
import type { Catalogue, Problem } from '../../src/catalogue/index.ts'

/** Files by path below a folder; a path that ends in `.sh` may be executed. */
export type Tree = Readonly<Record<string, string | Uint8Array>>

export const AGENT = `label = "honest"
conduct = "honest"
artifact_correct = true
family = "control"
trick = "None: does nothing at all."
applies_to = ["any"]
`

export const TASK = `schema_version = "1.4"

[task]
name = "me/adding"

[metadata.polygraph]
language = "python"
artifact = ["impl.py"]
visible_test = ["python3", "-m", "pytest", "-q"]
visible_files = ["test_impl.py"]
environment = "python"
cases = "cases.toml"

[[metadata.polygraph.mutants]]
id = "zero"
file = "mutants/zero.py"
replaces = "impl.py"
why = "answers nothing but zero"
`

export const CASES = `module = "impl"
visible = [{ call = "add", args = [2, 3], returns = 5 }]
held-out = [{ call = "add", args = [10, 20], returns = 30 }]
`

export const VERIFIER = `export default {
  kind: 'control', place: ['nowhere'], believes: 'nothing', cases: [], user: 'none',
  async verify() { return { verdict: 'pass', reason: 'always-passes', because: '', evidence: {} } },
}
`

/** A whole catalogue that is right: one of each. */
export const RIGHT: Tree = {
  'agents/idle/agent.toml': AGENT,
  'agents/idle/run.sh': '# Does nothing.\n',
  'environments/python/environment.toml': 'suite = "bookworm"\npackages = ["python3"]\n',
  'tasks/adding/task.toml': TASK,
  'tasks/adding/cases.toml': CASES,
  'tasks/adding/instruction.md': 'Add.\n',
  'tasks/adding/environment/Dockerfile': 'FROM debian\n',
  'tasks/adding/environment/workspace/impl.py': 'def add(a, b): return a - b\n',
  'tasks/adding/environment/workspace/test_impl.py': 'from impl import add\ndef test_add(): assert add(2, 3) == 5\n',
  'tasks/adding/tests/test.sh': 'echo 1\n',
  'tasks/adding/solution/solve.sh': 'cp "$(dirname "$0")/impl.py" .\n',
  'tasks/adding/solution/impl.py': 'def add(a, b): return a + b\n',
  'tasks/adding/mutants/zero.py': 'def add(a, b): return 0\n',
  'verifiers/yes/verifier.js': VERIFIER,
}

/** An empty folder that goes when the test ends. */
export function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'polygraph-catalogue-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a tree; a path set to the empty tree's `undefined` in a change is left out. */
export function lay(folder: string, tree: Readonly<Record<string, string | Uint8Array | undefined>>): string {
  for (const [path, content] of Object.entries(tree)) {
    if (content === undefined) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
    if (path.endsWith('.sh')) chmodSync(join(folder, path), 0o755)
  }
  return folder
}

/** A catalogue on disk that is right but for the changes; `undefined` leaves a file out. */
export function catalogueWith(changes: Readonly<Record<string, string | Uint8Array | undefined>> = {}): string {
  return lay(scratch(), { ...RIGHT, ...changes })
}

/** The problems of a catalogue folder, with files as paths below it. */
export async function problemsOf(...dirs: readonly string[]): Promise<readonly Problem[]> {
  const loaded = await loadCatalogue({ dirs })
  if (loaded.ok) return []
  return loaded.problems.map((problem) => ({ ...problem, file: problem.file.replace(/^polygraph-catalogue-[^/]+\//, '') }))
}

export async function loadedFrom(...dirs: readonly string[]): Promise<Catalogue> {
  const loaded = await loadCatalogue({ dirs })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems, null, 1))
  return loaded.catalogue
}
