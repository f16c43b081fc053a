import type { FileEntry } from '../contract/index.ts'
import type { Task } from '../schema/index.ts'
import { selectCases } from '../schema/index.ts'
import { answersJson } from './answers.ts'
import { entry, starterFiles } from './layout.ts'
import { file, marked } from './sources/index.ts'

/**
 * What a harness holds to grade a session with: rubric, cases, scenario, validator scripts and the package's own starter
 * folder. No reference solution is among it. All of it belongs to the grader's user, and is laid where a layout says.
 */
export function gradingMaterial(task: Task, root: string, canary: string, grader: Uint8Array): { readonly files: readonly FileEntry[]; readonly telling: readonly string[] } {
  const own = (name: string, content: Uint8Array | string): FileEntry => file(`${root}/${name}`, content, 0o644, 'verifier')
  const cases = selectCases(task.cases, ['stated', 'held-out'])
  const scenario = { task: task.id, prompt: task.instruction, starter: 'starter', artifact: task.artifact, revision: canary }
  const telling = [
    own('rubric.md', `# Rubric of ${task.id}\n\nRevision ${canary}. Full marks if every case of cases.json holds (${cases.length} of them).\n\n${answersJson(cases)}`),
    own('cases.json', answersJson(cases, canary)),
    ...task.tests.map((test) => entry(`${root}/validators`, { ...test, bytes: marked(test.path, test.bytes, canary) }, 'verifier')),
  ]
  return {
    files: [
      ...telling,
      own('scenario.json', `${JSON.stringify(scenario, null, 1)}\n`),
      own('grader.py', grader),
      ...starterFiles(task, `${root}/starter`).map((each): FileEntry => ({ ...each, owner: 'verifier' })),
    ],
    telling: telling.map(({ path }) => path),
  }
}
