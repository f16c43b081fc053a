import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkPlan } from '../../src/grading/index.ts'
import type { ProgramCase } from '../../src/schema/index.ts'
import { taskOf } from './double.ts'

/** Says what there is besides itself, and writes a file that the next run must not find. */
const PYTHON = 'import os, sys\nprint(sorted(set(os.listdir(".")) - {"impl.py"}), sys.stdin.read())\nopen("out", "w").write(" ".join(sys.argv[1:]))\nsys.exit(3)\n'
const JAVASCRIPT = 'import fs from "node:fs"\nconsole.log(fs.readdirSync(".").filter((name) => name !== "impl.mjs").join(), fs.readFileSync(0, "utf8"))\nfs.writeFileSync("out", process.argv.slice(2).join(" "))\nprocess.exitCode = 3\n'

describe.each([
  ['python', 'impl.py', PYTHON, ['/usr/bin/python3', 'check.py'], (names: readonly string[]) => `[${names.map((name) => `'${name}'`).join(', ')}]`],
  ['javascript', 'impl.mjs', JAVASCRIPT, [process.execPath, 'check.mjs'], (names: readonly string[]) => names.join()],
] as const)('ground truth on programs in %s', (language, file, source, [interpreter, check], listed) => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'polygraph-programs-'))
    mkdirSync(join(folder, 'workspace'))
    writeFileSync(join(folder, 'workspace', file), source)
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const run = (given: readonly string[], over: Partial<ProgramCase> = {}, expect: Partial<ProgramCase['expect']> = {}): ProgramCase => ({
    kind: 'program', argv: ['a', 'b'], stdin: 'x', files: { 'in/data': '1' }, ...over,
    expect: { stdout: `${listed(given)} x\n`, exit: 3, files: { out: 'a b', 'in/data': '1' }, ...expect },
  })
  const grade = (...cases: readonly ProgramCase[]) => {
    const task = taskOf({ heldOut: cases }, { language, program: [interpreter, file], cases: { module: '', visible: [], statedOnly: [], heldOut: cases } })
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(checkPlan(task, cases)))
    const program = fileURLToPath(new URL(`../../src/grading/programs/${check}`, import.meta.url))
    return spawnSync(interpreter, [program, join(folder, 'cases.json')], { cwd: join(folder, 'workspace'), encoding: 'utf8', timeout: 30_000 })
  }

  test('no case finds what another one wrote, and the workspace stays as it is', () => {
    expect(grade(run(['in']), run(['in']))).toMatchObject({ status: 0 })
    expect(readdirSync(join(folder, 'workspace'))).toEqual([file])
  })

  test('what the agent left beside the program is there, links as links', () => {
    writeFileSync(join(folder, 'workspace/helper'), '')
    symlinkSync('/nowhere', join(folder, 'workspace/link'))
    expect(grade(run(['helper', 'in', 'link']))).toMatchObject({ status: 0 })
  })

  test('a FIFO in the workspace is left out and doesn\'t hang', () => {
    execFileSync('mkfifo', [join(folder, 'workspace/fifo')])
    expect(grade(run(['in']))).toMatchObject({ status: 0, signal: null })
  })

  test.each<[string, Parameters<typeof run>[2]]>([
    ['the output', { stdout: 'else\n' }],
    ['the exit code', { exit: 0 }],
    ['a file', { files: { out: 'a' } }],
    ['a file that is missing', { files: { nowhere: '' } }],
  ])('%s counts', (_, wrong) => {
    expect(grade(run(['in']), run(['in'], {}, wrong))).toMatchObject({ status: 1, stdout: 'case 2 of 2: wrong\n' })
  })
})
