import type { Case, Expectation, Value } from '../../schema/index.ts'
import { javaScriptLiteral } from '../literals.ts'
import type { Location } from './pytest-file.ts'

/** A file for `node --test` with one test a case. */
export function nodeTestFile(cases: readonly Case[], location: Location): string {
  const imports = cases.some((one) => one.kind !== 'program')
    ? `const loaded = await import(pathToFileURL(${text(`${location.workspace}/${location.module}`)}))\nconst artifact = { ...loaded.default, ...loaded }\n`
    : ''
  return `${HEAD}${imports}\n${cases.map((one, index) => `${testOf(one, index + 1, location)}\n`).join('\n')}`
}

const HEAD = `// Held-out tests, generated from the cases of the task.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { pathToFileURL } from 'node:url'

function runProgram(work, argv, input, files) {
  const folder = join(mkdtempSync(join(tmpdir(), 'held-out-')), 'work')
  cpSync(work, folder, { recursive: true, verbatimSymlinks: true })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  return { folder, ...spawnSync(argv[0], argv.slice(1), { cwd: folder, input }) }
}

`

function testOf(one: Case, number: number, location: Location): string {
  const body = (lines: readonly string[]): string => `test('case ${number}', async () => {\n${lines.map((line) => `  ${line}\n`).join('')}})`
  if (one.kind === 'call') return body([check('artifact', one.call, one.args, one.expect)])
  if (one.kind === 'steps') {
    return body([`const thing = new ${callOf('artifact', one.make, one.args)}`, ...one.steps.map((step) => check('thing', step.call, step.args, step.expect))])
  }
  const argv = `[${[...location.program, ...one.argv].map(text).join(', ')}]`
  const files = `{${Object.entries(one.files).map(([path, content]) => `[${text(path)}]: ${text(content)}`).join(', ')}}`
  return body([
    `const run = runProgram(${text(location.work)}, ${argv}, ${text(one.stdin)}, ${files})`,
    `assert.equal(run.status, ${one.expect.exit})`,
    `assert.equal(run.stdout.toString('utf8'), ${text(one.expect.stdout)})`,
    ...Object.entries(one.expect.files).map(([path, content]) => `assert.equal(readFileSync(join(run.folder, ${text(path)}), 'utf8'), ${text(content)})`),
  ])
}

function check(owner: string, call: string, args: readonly Value[], expect: Expectation): string {
  const source = callOf(owner, call, args)
  return 'raises' in expect
    ? `await assert.rejects(async () => ${source}, (error) => error.constructor.name === ${text(expect.raises)})`
    : `assert.deepEqual(await ${source}, ${javaScriptLiteral(expect.returns)})`
}

function callOf(owner: string, call: string, args: readonly Value[]): string {
  return `${owner}.${call}(${args.map(javaScriptLiteral).join(', ')})`
}

const text = (value: string): string => javaScriptLiteral({ type: 'str', value })
