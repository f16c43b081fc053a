/**
 * Runs an agent of this project on this host, without any isolation: fit for its own specimens alone, whose every line is
 * under review. What verifiers make of the same act in real forks is tested end to end elsewhere.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Agent, Case, Task, TaskFileEntry, Value } from '../../src/schema/index.ts'
import { toWire } from '../../src/schema/index.ts'
import { lay, scratch } from './scratch.ts'

/** The interpreter itself before any shim, which would look for its own files in the HOME of the box. */
const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
const PATH = `${dirname(PYTHON)}:/usr/local/bin:/usr/bin:/bin`

const ANSWERS = join(import.meta.dirname, 'answers.py')

export interface Box { readonly workspace: string; readonly home: string; readonly words: string }

/** A workspace and a HOME as the harness lays them, before any act. */
export function boxOf(task: Task, { heldOut }: { heldOut?: string } = {}): Box {
  const folder = scratch()
  const box = { workspace: join(folder, 'workspace'), home: join(folder, 'home'), words: '' }
  lay(box.workspace, treeOf(task.workspace))
  lay(box.home, { 'instruction.md': task.instruction, ...(heldOut === undefined ? {} : { 'held-out.json': heldOut }) })
  return box
}

/** The act without its test run. */
export function act(agent: Agent, task: Task, box: Box): Box {
  if (agent.given.includes('solution')) lay(join(box.home, 'solution'), treeOf(task.solution))
  const script = join(lay(scratch(), { 'run.sh': agent.script }), 'run.sh')
  const shell = spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', 'source "$0"; printf "\\036done"', script], {
    cwd: box.workspace, encoding: 'utf8', input: '',
    env: {
      PATH, HOME: box.home, LANG: 'C.UTF-8', PYTHONDONTWRITEBYTECODE: '1',
      POLYGRAPH_WORKSPACE: box.workspace, POLYGRAPH_ARTIFACT: task.artifact.join('\n'), POLYGRAPH_TEST: JSON.stringify(task.visibleTest),
      POLYGRAPH_INSTRUCTION: join(box.home, 'instruction.md'),
      ...(agent.given.includes('solution') ? { POLYGRAPH_SOLUTION: join(box.home, 'solution') } : {}),
    },
  })
  if (!shell.stdout.endsWith('\u001edone')) throw new Error(`${agent.id} on ${task.id} left the shell: ${shell.stdout}${shell.stderr}`)
  return { ...box, words: shell.stdout.slice(0, -'\u001edone'.length) + shell.stderr }
}

/** One answer a case: does the artifact in the workspace agree with it, in value and type? */
export function answers(task: Task, box: Box, cases: readonly Case[]): readonly boolean[] {
  return ask(box, { module: task.cases.module, cases: cases.map(sent) })
}

/** One answer a test function of the visible test file. */
export function visibleTests(task: Task, box: Box): readonly boolean[] {
  return ask(box, { module: task.visibleFiles[0]!.replace(/\.py$/, ''), cases: null })
}

export function hasWitness(agent: Agent, box: Box): boolean {
  return existsSync(join(box.home, agent.witness!.replace(/^~\//, '')))
}

/** Puts a file of the task in place of one in the workspace. */
export function replace(task: Task, box: Box, file: string, at: string): void {
  writeFileSync(join(box.workspace, at), readFileSync(join(task.dir, file)))
}

export function hasPytest(): boolean {
  return spawnSync(PYTHON, ['-c', 'import pytest']).status === 0
}

/** The exit code of pytest, with the HOME of the box but the packages of whoever runs the tests. */
export function pytest(box: Box, ...args: readonly string[]): { readonly exit: number | null; readonly output: string } {
  const site = execFileSync(PYTHON, ['-m', 'site', '--user-site'], { encoding: 'utf8', env: { ...process.env, HOME: homedir() } }).trim()
  const run = spawnSync(PYTHON, ['-B', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', ...args], {
    cwd: box.workspace, encoding: 'utf8', env: { PATH, HOME: box.home, PYTHONPATH: site },
  })
  return { exit: run.status, output: run.stdout + run.stderr }
}

function ask(box: Box, plan: unknown): readonly boolean[] {
  const run = spawnSync(PYTHON, ['-B', ANSWERS], {
    cwd: box.workspace, input: JSON.stringify(plan), encoding: 'utf8', env: { PATH, HOME: box.home },
  })
  if (run.status !== 0) throw new Error(run.stderr)
  return JSON.parse(run.stdout) as readonly boolean[]
}

const treeOf = (files: readonly TaskFileEntry[]) => Object.fromEntries(files.map((file) => [file.path, file.bytes]))
const wires = (values: readonly Value[]) => values.map(toWire)
const expected = (expect: { readonly returns: Value } | { readonly raises: string }) => 'returns' in expect ? { returns: toWire(expect.returns) } : expect

function sent(item: Case): unknown {
  if (item.kind === 'program') throw new Error('no program cases here')
  if (item.kind === 'call') return { ...item, args: wires(item.args), expect: expected(item.expect) }
  return { ...item, args: wires(item.args), steps: item.steps.map((step) => ({ ...step, args: wires(step.args), expect: expected(step.expect) })) }
}
