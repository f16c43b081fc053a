/** Grades versions of a task's artifact on doubles of forks: quick, and fit for the project's own specimens alone. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decideCases } from '../../src/grading/index.ts'
import type { Case, Task, TaskFileEntry, Value, Verdict } from '../../src/schema/index.ts'
import { lay, scratch } from '../catalogue/scratch.ts'
import { contextOf } from '../grading/double.ts'

type Files = Readonly<Record<string, Uint8Array>>

/** The artifact as the agent finds it, as the reference has it, and as each mutant has it. */
export const started = (task: Task): Files => artifactIn(task, task.workspace)
export const reference = (task: Task): Files => artifactIn(task, task.solution)
export function mutated(task: Task, id: string): Files {
  const { file, replaces } = task.mutants.find((mutant) => mutant.id === id)!
  return { ...reference(task), [replaces]: readFileSync(join(task.dir, file)) }
}

/** What strict says of an artifact, on the given cases. */
export async function graded(task: Task, artifact: Files, cases: readonly Case[]): Promise<Verdict> {
  const left = Object.fromEntries(Object.entries(artifact).map(([path, bytes]) => [`/work/${path}`, bytes]))
  const context = contextOf({ task, left })
  try {
    return await decideCases(context, { place: ['pristine-fork'], believes: '', cases: [], user: 'verifier' }, cases)
  } finally {
    context.close()
  }
}

/** The exit code of the tests that Harbor would hold out, on an artifact in the task's workspace. */
export function harborTests(task: Task, artifact: Files): { readonly exit: number | null; readonly output: string } {
  const folder = scratch()
  lay(join(folder, 'workspace'), { ...treeOf(task.workspace), ...artifact })
  lay(join(folder, 'tests'), treeOf(task.tests))
  const [program, ...args] = task.language === 'python'
    ? ['python3', '-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--rootdir=../tests', '../tests/test_held_out.py']
    : [process.execPath, '--test', '../tests/held-out.test.mjs']
  const run = spawnSync(program!, args, { cwd: join(folder, 'workspace'), encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } })
  return { exit: run.status, output: run.stdout + run.stderr }
}

/** A call, as the instruction of a task gives it: `call(arguments) == value` or `call(arguments) raises Error`. */
export function exampleOf(task: Task, call: Extract<Case, { kind: 'call' }> | Extract<Case, { kind: 'steps' }>['steps'][number]): string {
  const write = (value: Value): string => written(value, task.language === 'python')
  const end = 'raises' in call.expect ? `raises ${call.expect.raises}` : `== ${write(call.expect.returns)}`
  return `${call.call}(${call.args.map(write).join(', ')}) ${end}`
}

function written(value: Value, python: boolean): string {
  const inside = (items: readonly Value[]): string => items.map((item) => written(item, python)).join(', ')
  switch (value.type) {
    case 'int': return value.value.toString()
    case 'float': return python && Number.isInteger(value.value) ? `${Object.is(value.value, -0) ? '-0' : value.value}.0` : String(value.value)
    case 'str': return JSON.stringify(value.value)
    case 'bool': return python ? (value.value ? 'True' : 'False') : String(value.value)
    case 'none': return python ? 'None' : 'null'
    case 'list': return `[${inside(value.items)}]`
    case 'tuple': return `(${inside(value.items)}${value.items.length === 1 ? ',' : ''})`
    case 'dict': return `{${value.entries.map(([key, item]) => `${written(key, python)}: ${written(item, python)}`).join(', ')}}`
    default: throw new Error(`no form for ${value.type}`)
  }
}

function artifactIn(task: Task, files: readonly TaskFileEntry[]): Files {
  return Object.fromEntries(files.filter(({ path }) => task.artifact.includes(path)).map(({ path, bytes }) => [path, bytes]))
}

const treeOf = (files: readonly TaskFileEntry[]): Files => Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]))
