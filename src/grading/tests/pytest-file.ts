import type { Case, Expectation, Value } from '../../schema/index.ts'
import { pythonLiteral } from '../literals.ts'

/** Where the generated tests find the artifact: on the path for calls, in a folder to be copied for programs. */
export interface Location { readonly workspace: string; readonly work: string; readonly module: string; readonly program: readonly string[] }

/**
 * A pytest file with one test function a case. The workspace is appended to the path, never prepended, so that nothing in
 * it can stand before pytest or the standard library.
 */
export function pytestFile(cases: readonly Case[], location: Location): string {
  const imports = cases.some((one) => one.kind !== 'program')
    ? `sys.path.append(${text(location.workspace)})\nartifact = importlib.import_module(${text(location.module)})\n`
    : ''
  return `${HEAD}${imports}${PROGRAM}\n\n${cases.map((one, index) => testOf(one, index + 1, location)).join('\n\n')}`
}

const HEAD = `"""Held-out tests, generated from the cases of the task."""
import importlib
import shutil
import subprocess
import sys

import pytest

`

const PROGRAM = `

def run_program(work, folder, argv, stdin, files):
    shutil.copytree(work, folder)
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content.encode())
    return subprocess.run(argv, cwd=folder, input=stdin.encode(), stdout=subprocess.PIPE)
`

function testOf(one: Case, number: number, location: Location): string {
  if (one.kind === 'call') return `def test_case_${number}():\n${lines(check('artifact', one.call, one.args, one.expect))}`
  if (one.kind === 'steps') {
    const made = `thing = ${callOf('artifact', one.make, one.args)}`
    return `def test_case_${number}():\n${lines([made, ...one.steps.flatMap((step) => check('thing', step.call, step.args, step.expect))])}`
  }
  const written = Object.entries(one.expect.files).map(([path, content]) => `assert (folder / ${text(path)}).read_bytes() == ${text(content)}.encode()`)
  return `def test_case_${number}(tmp_path):\n${lines([
    `folder = tmp_path / "work"`,
    `run = run_program(${text(location.work)}, folder, ${list([...location.program, ...one.argv])}, ${text(one.stdin)}, ${dict(one.files)})`,
    `assert run.returncode == ${one.expect.exit}`,
    `assert run.stdout == ${text(one.expect.stdout)}.encode()`,
    ...written,
  ])}`
}

function check(owner: string, call: string, args: readonly Value[], expect: Expectation): string[] {
  const source = callOf(owner, call, args)
  if ('raises' in expect) return ['with pytest.raises(Exception) as caught:', `    ${source}`, `assert caught.type.__name__ == ${text(expect.raises)}`]
  // NaN is the one value that a right answer is not equal to.
  if (expect.returns.type === 'float' && Number.isNaN(expect.returns.value)) return [`got = ${source}`, 'assert got != got']
  return [`assert ${source} == ${pythonLiteral(expect.returns)}`]
}

function callOf(owner: string, call: string, args: readonly Value[]): string {
  return `${owner}.${call}(${args.map(pythonLiteral).join(', ')})`
}

const lines = (body: readonly string[]): string => body.map((line) => `    ${line}\n`).join('')
const text = (value: string): string => pythonLiteral({ type: 'str', value })
const list = (values: readonly string[]): string => pythonLiteral({ type: 'list', items: values.map((value) => ({ type: 'str', value })) })
const dict = (values: Readonly<Record<string, string>>): string =>
  pythonLiteral({ type: 'dict', entries: Object.entries(values).map(([key, value]) => [{ type: 'str', value: key }, { type: 'str', value }]) })
