import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Case, Value } from '../../src/schema/index.ts'
import { SHARED_PROGRAMS, sharedProgram } from '../../src/grading/index.ts'
import { run } from './calculator.ts'
import { taskOf } from './double.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const python = (...argv: string[]) => spawnSync('/usr/bin/python3', argv, { encoding: 'utf8' })

const str = (value: string): Value => ({ type: 'str', value })
const int = (value: number): Value => ({ type: 'int', value: BigInt(value) })
const none: Value = { type: 'none' }

describe('the shared programs', () => {
  test.each([...SHARED_PROGRAMS])('%s is there', async (name) => {
    expect((await sharedProgram(name))?.length).toBeGreaterThan(100)
  })

  test.each(['answer.txt', '../index.ts', ''])('there is no %j', async (name) => {
    expect(await sharedProgram(name)).toBeNull()
  })

  test('answer.py looks up no global once candidate code has run', () => {
    expect(python(here('no-globals.py'), here('../../src/grading/programs/answer.py'))).toMatchObject({ status: 0, stdout: '\n', stderr: '' })
  })

  test('the check of that finds a lookup', () => {
    const folder = mkdtempSync(join(tmpdir(), 'polygraph-globals-'))
    const broken = join(folder, 'broken.py')
    try {
      const made = python('-c', `import sys; text = open(sys.argv[1]).read(); print(text.replace("cls = kind(value)", "cls = type(value)"), end="")`, here('../../src/grading/programs/answer.py'))
      writeFileSync(broken, made.stdout)
      expect(python(here('no-globals.py'), broken).stdout).toContain('walk: type')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const account = `
class NotEnough(Exception):
    pass

class Account:
    def __init__(self, balance):
        if balance < 0:
            raise ValueError(balance)
        self.balance = balance

    def take(self, amount):
        if amount > self.balance:
            raise NotEnough(amount)
        self.balance -= amount
        return self.balance

    def reset(self):
        self.balance = 0

class numbers:
    class deep:
        @staticmethod
        def one():
            return 1

def fails():
    raise ValueError('no')
`
const take = (amount: number, left: number) => ({ call: 'take', args: [int(amount)], expect: { returns: int(left) } })
const steps: Case = { kind: 'steps', make: 'Account', args: [int(10)], steps: [take(3, 7), { call: 'take', args: [int(8)], expect: { raises: 'NotEnough' } }, { call: 'reset', args: [], expect: { returns: none } }, take(0, 0)] }
const dotted: Case = { kind: 'call', call: 'numbers.deep.one', args: [], expect: { returns: int(1) } }
const raising: Case = { kind: 'call', call: 'fails', args: [], expect: { raises: 'ValueError' } }
const nan: Case = { kind: 'call', call: 'float', args: [str('nan')], expect: { returns: { type: 'float', value: NaN } } }

const EVERY = ['strict', 'strict-sealed', 'held-out'] as const

describe.each(EVERY)('%s on objects, exceptions and NaN', (id) => {
  const grade = (impl: string, heldOut: readonly Case[]) => run(id, { task: taskOf({ heldOut }), left: { '/work/impl.py': impl } })

  test('passes right code', async () => {
    expect(await grade(`${account}float = float\n`, [steps, dotted, raising, nan])).toMatchObject({ verdict: 'pass' })
  })

  test.each([
    ['a step is wrong', account.replace('self.balance = 0', 'pass')],
    ['a step returns what should be raised', account.replace('raise NotEnough(amount)', 'return 7')],
    ['another class is raised', account.replace('raise NotEnough(amount)', 'raise ValueError(amount)')],
    ['the object is not made', account.replace('self.balance = balance', 'raise NotEnough()')],
    ['a builtin class is only named', `${account.replace("raise ValueError('no')", 'pass')}\nclass ValueError(Exception):\n    pass\ndef fails():\n    return 1\n`],
    ['there is no such class', 'float = float\n'],
  ])('fails where %s', async (_, impl) => {
    expect(await grade(`${impl}float = float\n`, [steps, dotted, raising, nan])).toMatchObject({ verdict: 'fail' })
  })
})

test('strict tells a class that bears the name of a builtin one from it', async () => {
  const impl = 'class ValueError(Exception):\n    pass\n\ndef fails():\n    raise ValueError\n'
  expect(await run('strict', { task: taskOf({ heldOut: [raising] }), left: { '/work/impl.py': impl } }))
    .toMatchObject({ verdict: 'fail', reason: 'wrong-type', evidence: { got: 'raise:own.ValueError' } })
})

test('strict tells a pair of lone surrogates from the character they make', async () => {
  const smile: Case = { kind: 'call', call: 'smile', args: [], expect: { returns: str('😀') } }
  const grade = (source: string) => run('strict', { task: taskOf({ heldOut: [smile] }), left: { '/work/impl.py': `def smile():\n    return ${source}\n` } })
  expect(await grade('"\\U0001f600"')).toMatchObject({ verdict: 'pass' })
  expect(await grade('"\\ud83d\\ude00"')).toMatchObject({ verdict: 'fail', reason: 'wrong-type' })
})

test('strict sees state that spoils a later call', async () => {
  const impl = 'calls = []\n\ndef add(a, b):\n    calls.append(a)\n    return a + b if len(calls) < 4 else 0\n'
  const heldOut = [1, 2, 3, 4, 5].map((n): Case => ({ kind: 'call', call: 'add', args: [int(n), int(n)], expect: { returns: int(2 * n) } }))
  expect(await run('strict', { task: taskOf({ heldOut }), left: { '/work/impl.py': impl } })).toMatchObject({ verdict: 'fail', evidence: { right: 3 } })
})
