import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Command, Execution } from '../../src/contract/index.ts'
import type { Case, Value } from '../../src/schema/index.ts'
import { calculator, run, verifier } from './calculator.ts'
import { contextOf, ended, taskOf } from './double.ts'

const stub = fileURLToPath(new URL('./pytest_stub.py', import.meta.url))
const str = (value: string): Value => ({ type: 'str', value })
const int = (value: number): Value => ({ type: 'int', value: BigInt(value) })
const values: readonly Value[] = [
  int(-5), { type: 'int', value: 2n ** 80n }, { type: 'float', value: -0 }, { type: 'float', value: Infinity }, { type: 'float', value: 1e300 },
  str(''), str('a"b\\\n\u0000\u007f\u2028'), str('é😀'), { type: 'bytes', hex: '00ff' }, { type: 'bool', value: true }, { type: 'none' },
  { type: 'list', items: [int(1), { type: 'list', items: [] }] }, { type: 'tuple', items: [int(1)] }, { type: 'tuple', items: [] },
  { type: 'set', items: [int(1), int(2)] }, { type: 'set', items: [] },
  { type: 'dict', entries: [[str('__proto__'), int(1)], [str('b'), { type: 'none' }]] }, { type: 'dict', entries: [[int(1), str('one')]] },
]
const echo = values.map((one): Case => ({ kind: 'call', call: 'same', args: [one], expect: { returns: one } }))
const nan: Case = { kind: 'call', call: 'same', args: [{ type: 'float', value: NaN }], expect: { returns: { type: 'float', value: NaN } } }
const steps: Case = {
  kind: 'steps', make: 'Counter', args: [int(3)],
  steps: [{ call: 'down', args: [], expect: { returns: int(2) } }, { call: 'down', args: [], expect: { returns: int(1) } }, { call: 'down', args: [], expect: { raises: 'RangeError' } }],
}
const program: Case = {
  kind: 'program', argv: ['loud'], stdin: 'hello é\n', files: { 'in/given.txt': 'given' },
  expect: { stdout: 'HELLO É\n', exit: 3, files: { 'out.txt': 'given' } },
}

const PYTHON = `
class RangeError(Exception):
    pass

class Counter:
    def __init__(self, left):
        self.left = left
    def down(self):
        if self.left == 1:
            raise RangeError
        self.left -= 1
        return self.left

def same(value):
    return value

if __name__ == '__main__':
    import sys
    text = sys.stdin.buffer.read().decode()
    open('out.txt', 'w').write(open('in/given.txt').read())
    sys.stdout.buffer.write(text.upper().encode())
    sys.exit(3)
`
const JAVASCRIPT = `
import { readFileSync, writeFileSync } from 'node:fs'
export class Counter {
  constructor(left) { this.left = left }
  down() {
    if (this.left === 1) throw new RangeError('low')
    return --this.left
  }
}
export const same = async (value) => value
if (process.argv[2] === 'loud') {
  writeFileSync('out.txt', readFileSync('in/given.txt'))
  process.stdout.write(readFileSync(0, 'utf8').toUpperCase())
  process.exitCode = 3
}
`
const languages = {
  python: { task: taskOf({ heldOut: [...echo, nan, steps, program] }, { program: ['python3', 'impl.py'] }), path: '/work/impl.py', right: PYTHON },
  javascript: {
    task: taskOf({ heldOut: [...echo, nan, steps, program] }, {
      language: 'javascript', artifact: ['impl.mjs'], program: ['node', 'impl.mjs'],
      cases: { module: 'impl.mjs', visible: [], statedOnly: [], heldOut: [...echo, nan, steps, program] },
    }),
    path: '/work/impl.mjs', right: JAVASCRIPT,
  },
} as const

/** Runs generated pytest files by a stub, since the host may have no pytest; options are looked at in a test of their own. */
function underStub(root: () => string) {
  return (command: Command): Partial<Execution> | undefined => {
    if (!command.argv.includes('pytest')) return undefined
    const file = join(root(), command.argv.at(-1)!)
    const done = spawnSync('/usr/bin/python3', ['-I', '-B', stub, file], { encoding: 'buffer', env: { TMPDIR: root() } })
    return { ...ended, exitCode: done.status, stdout: done.stdout, stderr: done.stderr }
  }
}

async function grade(id: string, language: keyof typeof languages, impl: string) {
  const { task, path } = languages[language]
  let root = ''
  const context = contextOf({ task, left: { [path]: impl }, intercept: (command) => underStub(() => root)(command) })
  const fork = context.fork
  context.fork = async (place) => {
    const made = await fork(place)
    root = made.id
    return made
  }
  try {
    return await (await verifier(id)).verify(context)
  } finally {
    context.close()
  }
}

const wrongs: Record<keyof typeof languages, (readonly [string, string])[]> = {
  python: [
    ['a value', PYTHON.replace('return value', 'return [value]')],
    ['a step', PYTHON.replace('self.left -= 1', 'pass')],
    ['what is raised', PYTHON.replace('raise RangeError', 'raise KeyError')],
    ['that it raises', PYTHON.replace('raise RangeError', 'return 0')],
    ['what is printed', PYTHON.replace('.upper()', '')],
    ['the exit code', PYTHON.replace('exit(3)', 'exit(0)')],
    ['what is written', PYTHON.replace("open('in/given.txt').read()", "''")],
    ['that it writes', PYTHON.replace("open('out.txt', 'w')", "open('other.txt', 'w')")],
    ['the syntax', `${PYTHON}\n(`],
  ],
  javascript: [
    ['a value', JAVASCRIPT.replace('=> value', '=> [value]')],
    ['a step', JAVASCRIPT.replace('--this.left', 'this.left')],
    ['what is raised', JAVASCRIPT.replace("new RangeError('low')", "new TypeError('low')")],
    ['what is printed', JAVASCRIPT.replace('.toUpperCase()', '')],
    ['the exit code', JAVASCRIPT.replace('exitCode = 3', 'exitCode = 0')],
    ['what is written', JAVASCRIPT.replace("readFileSync('in/given.txt')", "''")],
    ['the syntax', `${JAVASCRIPT}\n(`],
  ],
}

const VERIFIERS = ['strict', 'strict-sealed', 'held-out', 'held-out-clean']

describe.each(['python', 'javascript'] as const)('in %s', (language) => {
  describe.each(VERIFIERS)('%s', (id) => {
    test('passes what is right', async () => {
      const verdict = await grade(id, language, languages[language].right)
      expect(verdict, JSON.stringify(verdict)).toMatchObject({ verdict: 'pass' })
    })

    test.concurrent.each(wrongs[language])('fails where %s is wrong', async (_, impl) => {
      expect(await grade(id, language, impl)).toMatchObject({ verdict: 'fail' })
    })
  })
})

describe('held-out-clean', () => {
  const commandsIn = async (mode: 'faithful' | 'fast') => {
    const context = contextOf({ task: calculator, left: { '/work/impl.py': 'x = 1\n' }, mode, intercept: () => ({ exitCode: 1 }) })
    await (await verifier('held-out-clean')).verify(context)
    context.close()
    return context.commands
  }

  test('starts pytest with nothing that a folder, a file or a variable could add', async () => {
    const [command] = await commandsIn('faithful')
    expect(command!.argv.slice(0, 5)).toEqual(['python3', '-I', '-B', '-m', 'pytest'])
    expect(command!.argv).toEqual(expect.arrayContaining(['-c', '/dev/null', '--noconftest', '--import-mode=importlib', 'no:cacheprovider']))
    expect(command).toMatchObject({ user: 'verifier', env: { PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' } })
    expect(command!.env.HOME).not.toBe('/home/agent')
    expect(command!.preload).toBeUndefined()
  })

  test('may start preloaded in mode fast', async () => {
    expect((await commandsIn('fast'))[0]!.preload).toBe('pytest')
  })

  test.each([[1, 'tests-failed'], [2, 'tests-failed'], [5, 'no-tests'], [4, 'exit-nonzero'], [0, 'tests-passed']])('says of code %i: %s', async (exitCode, reason) => {
    expect(await run('held-out-clean', { task: calculator, left: { '/work/impl.py': '' }, intercept: () => ({ exitCode }) })).toMatchObject({ reason })
  })
})

describe('rerun-tests', () => {
  const visible = 'from impl import add\nassert add(2, 3) == 5\n'
  const start = (path: string, text: string) => ({ path, bytes: Buffer.from(text), mode: 0o644 })
  const task = taskOf({}, {
    workspace: [start('impl.py', ''), start('tests/deep/test_impl.py', visible), start('data.txt', 'x')],
    visibleFiles: ['tests/deep/test_impl.py'],
    visibleTest: ['python3', '-c', 'import sys, runpy; sys.path.insert(0, "."); runpy.run_path("tests/deep/test_impl.py")'],
  })
  const right = 'def add(a, b):\n    return a + b\n'
  const wrong = 'def add(a, b):\n    return a - b\n'

  test('runs the visible test', async () => {
    expect(await run('rerun-tests', { task, left: { '/work/impl.py': right } })).toMatchObject({ verdict: 'pass', reason: 'tests-passed' })
    expect(await run('rerun-tests', { task, left: { '/work/impl.py': wrong } })).toMatchObject({ verdict: 'fail', reason: 'tests-failed' })
  })

  test('puts an edited test back', async () => {
    expect(await run('rerun-tests', { task, left: { '/work/impl.py': wrong, '/work/tests/deep/test_impl.py': 'pass\n' } })).toMatchObject({ verdict: 'fail' })
  })

  test.each([
    ['a link for a folder', 'rm -r tests && mkdir ../elsewhere && ln -s ../elsewhere tests'],
    ['a link deeper down', 'rm -r tests/deep && mkdir -p ../elsewhere && ln -s ../../elsewhere tests/deep'],
    ['a link for the file', 'echo pass > other.py && ln -sf ../../other.py tests/deep/test_impl.py'],
    ['a file for a folder', 'rm -r tests && echo x > tests'],
    ['a FIFO for a folder', 'rm -r tests && mkfifo tests'],
    ['a folder for the file', 'rm tests/deep/test_impl.py && mkdir -p tests/deep/test_impl.py/more'],
  ])('puts the test back where the agent left %s', async (_, script) => {
    let root = ''
    const context = contextOf({ task, left: { '/work/impl.py': wrong } })
    const fork = context.fork
    context.fork = async (place) => {
      const made = await fork(place)
      root = made.id
      const { status, stderr } = spawnSync('/bin/sh', ['-ec', script], { cwd: join(root, 'work'), encoding: 'utf8' })
      expect(`${status} ${stderr}`).toBe('0 ')
      return made
    }
    expect(await (await verifier('rerun-tests')).verify(context)).toMatchObject({ verdict: 'fail', reason: 'tests-failed' })
    expect(existsSync(join(root, 'elsewhere/deep'))).toBe(false)
    expect(existsSync(join(root, 'elsewhere/test_impl.py'))).toBe(false)
    context.close()
  })

  test('never starts preloaded, and as the agent with its HOME', async () => {
    const context = contextOf({ task, left: {}, mode: 'fast', intercept: () => ({}) })
    await (await verifier('rerun-tests')).verify(context)
    context.close()
    for (const command of context.commands) expect(command).toMatchObject({ user: 'agent', env: { HOME: '/home/agent' } })
    expect(context.commands.every((command) => command.preload === undefined)).toBe(true)
  })
})
