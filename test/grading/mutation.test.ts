import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Command, Execution, ReadResult, Snapshot } from '../../src/contract/index.ts'
import { killer, suiteRun } from '../../src/grading/mutation/outcome.ts'
import { judgeTests, withoutSuite } from '../../src/grading/index.ts'
import { call, verifier } from './calculator.ts'
import type { Situation } from './double.ts'
import { contextOf, ended, taskOf } from './double.ts'

const stub = readFileSync(new URL('./pytest_for_suites.py', import.meta.url))
const reference = 'def add(a, b):\n    return a + b\n\n\ndef share(a, b):\n    if b < 1:\n        raise ValueError("b")\n    return a // b\n'
const mutant = (id: string, from: string, to: string) =>
  ({ id, file: `mutants/${id}.py`, replaces: 'impl.py', why: 'for the test', bytes: Buffer.from(reference.replace(from, to)) })

const task = taskOf({
  visible: [call('add', [2, 3], 5)], stated: [call('add', [-1, 1], 0)],
  heldOut: [call('share', [7, 2], 3), { kind: 'call', call: 'share', args: [{ type: 'int', value: 1n }, { type: 'int', value: 0n }], expect: { raises: 'ValueError' } }],
}, {
  suite: { path: 'test_suite.py', threshold: 1 },
  workspace: [{ path: 'impl.py', bytes: Buffer.from('raise RuntimeError\n'), mode: 0o644 }, { path: 'pytest.py', bytes: stub, mode: 0o644 }],
  solution: [{ path: 'impl.py', bytes: Buffer.from(reference), mode: 0o644 }],
  mutants: [mutant('drops-the-sign', 'a + b', 'abs(a) + b'), mutant('bound', 'b < 1', 'b < 0'), mutant('rounds', 'a // b', '(a + 1) // b'), mutant('equivalent', 'b < 1', 'b <= 0')],
})

const strong = `import pytest
from impl import add, share


def test_add():
    assert add(-1, 1) == 0


def test_share():
    assert share(7, 2) == 3
    assert share(8, 3) == 2


def test_bound():
    try:
        share(1, 0)
    except ValueError:
        return
    except ZeroDivisionError:
        pytest.fail("another error")
`

async function grade(suite: string, rest: Partial<Situation> = {}) {
  const context = contextOf({ task, left: { '/work/test_suite.py': suite }, seconds: 5, ...rest })
  try {
    return { verdict: await judgeTests(context), ...context }
  } finally {
    context.close()
  }
}

const outcome = (verdict: { evidence: Record<string, unknown> }) => ['drops-the-sign', 'bound', 'rounds'].map((id) => verdict.evidence[`mutant.${id}`])

describe('a suite', () => {
  test('that tells every mutant apart kills all that count', async () => {
    const { verdict } = await grade(strong)
    expect(verdict).toMatchObject({ verdict: 'pass', reason: 'mutants-killed', evidence: {
      score: 1, killed: 3, valid: 3, mutants: 4, 'reference.1': 'passed', 'reference.2': 'passed',
      'mutant.equivalent': 'invalid', 'mutant.bound': 'killed', 'by.bound': 'test_bound', 'by.rounds': 'test_share', 'by.drops-the-sign': 'test_add',
    } })
  })

  test('that tells some apart is told which survived, and passes where the task asks for no more', async () => {
    const some = strong.replace(/def test_bound[^]*/, '')
    const { verdict } = await grade(some)
    expect(verdict).toMatchObject({ verdict: 'fail', reason: 'mutant-survived', because: 'it kills 2 of 3 valid mutants; bound survived' })
    expect((await grade(some, { task: { ...task, suite: { path: 'test_suite.py', threshold: 0.6 } } })).verdict).toMatchObject({ verdict: 'pass' })
  })

  test.each([
    ['asserts nothing', 'import impl\n\n\ndef test_all():\n    impl.add(1, 2)\n', ['survived', 'survived', 'survived']],
    ['skips', 'import impl, pytest\n\n\ndef test_all():\n    pytest.skip("later")\n', ['no-tests', 'no-tests', 'no-tests']],
    ['has no tests', 'import impl\n', ['no-tests', 'no-tests', 'no-tests']],
    ['lets the error of the module through', 'import impl\n\n\ndef test_all():\n    try:\n        impl.share(1, 0)\n    except ValueError:\n        pass\n', ['survived', 'raised', 'survived']],
    ['ends the process', 'import impl, os\n\n\ndef test_all():\n    impl.add(-1, 1) == 0 or os._exit(1)\n    impl.share(7, 2) == 3 or os.abort()\n', ['crashed', 'survived', 'crashed']],
    ['breaks where it is collected', 'import impl\n\nassert impl.share(8, 3) == 2\n\n\ndef test_all():\n    pass\n', ['survived', 'survived', 'collection-error']],
  ])('that %s kills nothing, and is told apart from the others', async (_, suite, fates) => {
    const { verdict } = await grade(suite)
    expect(verdict).toMatchObject({ verdict: 'fail', reason: 'mutant-survived', evidence: { score: 0, killed: 0 } })
    expect(outcome(verdict)).toEqual(fates)
  })

  test.each([
    ['fails', 'import impl\n\n\ndef test_all():\n    assert impl.add(2, 2) == 5\n', 'assertion'],
    ['raises', 'import impl\n\n\ndef test_all():\n    impl.nothing()\n', 'raised'],
    ['is broken', 'import nothing_of_that_name\n', 'collection-error'],
    ['leaves', 'import os\n\nos._exit(0)\n', 'crashed'],
    ['knows the source by its digest', `import hashlib\n\n\ndef test_all():\n    text = open("impl.py", "rb").read()\n    assert hashlib.sha256(text).hexdigest() == "0"\n`, 'assertion'],
    ['looks for a line of the source', 'def test_all():\n    assert "return a + b" in open("impl.py").read()\n', 'assertion'],
    ['knows the code by its digest', 'import impl\n\n\ndef test_all():\n    assert hash(impl.add.__code__.co_code + repr(impl.add.__code__.co_consts).encode()) == 0\n', 'assertion'],
  ])('that %s on the reference scores nothing, whatever it does on mutants', async (_, suite, how) => {
    const { verdict } = await grade(suite)
    expect(verdict).toMatchObject({ verdict: 'fail', reason: 'suite-rejects-reference', evidence: { score: 0, killed: 0, 'reference.1': how } })
    expect(Object.keys(verdict.evidence).filter((key) => key.startsWith('by.'))).toEqual([])
  })

  test('that a busy machine cuts short is run again, for ten times as long as a test that does nothing takes', async () => {
    const walls: number[] = []
    const busy = ({ argv, stdin, wallSeconds }: Command): Partial<Execution> | undefined => {
      if (!argv.some((word) => word.endsWith('/suite.py'))) return undefined
      walls.push(wallSeconds)
      if (walls.length === 1) return { timedOut: true, exitCode: null, signal: 'SIGKILL' }
      const nothing = `${Buffer.from(stdin!).toString()} {"tests": [["test_control", "passed"]], "broken": 0, "exit": 0}\n`
      return walls.length === 2 ? { durationMs: 1200, stdout: Buffer.from(nothing) } : undefined
    }
    expect((await grade(strong, { intercept: busy })).verdict).toMatchObject({ verdict: 'pass', evidence: { killed: 3 } })
    expect(walls).toEqual([5, 60, 12, 12, 12, 12, 12])
  })

  test('that hangs on a mutant alone is told apart there, and the reference comes next', async () => {
    const hangs = 'import impl, os\n\n\ndef test_all():\n    impl.share(7, 2) == 3 or os.read(os.pipe()[0], 1)\n    assert impl.add(-1, 1) == 0\n'
    const { verdict } = await grade(hangs, { seconds: 2 })
    expect(outcome(verdict)).toEqual(['killed', 'survived', 'timed-out'])
  })

  test('that never ends is a column of its own and scores nothing', async () => {
    const { verdict } = await grade('import os\n\n\ndef test_all():\n    os.read(os.pipe()[0], 1)\n', { seconds: 2 })
    expect(verdict).toMatchObject({ verdict: 'fail', reason: 'suite-rejects-reference', because: expect.stringContaining('timed-out') as string })
    expect(outcome(verdict)).toEqual(['timed-out', 'timed-out', 'timed-out'])
  })

  test('kills only by a test that passes on the reference each time', () => {
    expect(killer({ outcome: 'assertion', passed: [], asserted: ['a', 'b'] }, [{ outcome: 'passed', passed: ['a', 'b'], asserted: [] }, { outcome: 'passed', passed: ['b'], asserted: [] }])).toBe('b')
    expect(killer({ outcome: 'assertion', passed: [], asserted: ['new'] }, [{ outcome: 'passed', passed: ['a'], asserted: [] }])).toBeNull()
  })
})

describe('the runs', () => {
  test('differ in nothing but the content of the module: same path and size', async () => {
    const { puts } = await grade(strong)
    const laid = puts.filter(({ path, bytes }) => path === '/work/impl.py' && Buffer.from(bytes).includes('marshal'))
    expect(laid).toHaveLength(5)
    expect(new Set(laid.map(({ bytes }) => bytes.length)).size).toBe(1)
    expect(new Set(laid.map(({ bytes }) => Buffer.from(bytes).toString())).size).toBe(5)
    expect(laid.some(({ bytes }) => Buffer.from(bytes).includes('share'))).toBe(false)
  })

  test('come in the order that the nonce draws', async () => {
    const order = async (nonce: string): Promise<string> => {
      const context = contextOf({ task, left: { '/work/test_suite.py': strong } })
      context.nonce = (bytes) => nonce.repeat(bytes)
      await judgeTests(context)
      context.close()
      const { stdin } = context.commands.find(({ argv }) => argv.some((word) => word.endsWith('/disguise.py')))!
      return (JSON.parse(Buffer.from(stdin!).toString()) as { source: string }[]).map(({ source }) => (source === reference ? 'reference' : source.length)).join()
    }
    const [first, again, other] = [await order('1f'), await order('1f'), await order('a7')]
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    expect(first.split(',').toSorted()).toEqual(other.split(',').toSorted())
    expect(first.match(/reference/g)).toHaveLength(2)
  })

  test('ask strict once which mutants count, for all suites of one prepared state', async () => {
    const first = contextOf({ task, left: { '/work/test_suite.py': strong } })
    const second = contextOf({ task, left: { '/work/test_suite.py': strong } })
    second.pristine = first.pristine
    const asked = ({ commands }: typeof first) => commands.filter(({ argv }) => argv.some((word) => word.endsWith('/answer.py'))).length
    try {
      await judgeTests(first)
      await judgeTests(second)
    } finally {
      first.close()
      second.close()
    }
    expect([asked(first), asked(second)]).toEqual([5, 0])
  })

  test('put the suite, and nothing else of the agent\'s, into pristine forks', async () => {
    const { puts } = await grade(strong, { left: { '/work/test_suite.py': strong, '/work/conftest.py': 'raise SystemExit' } })
    expect(new Set(puts.map(({ path }) => path.replace(/polygraph-[0-9a-f]+/, 'own')))).toEqual(new Set([
      '/work/impl.py', '/work/test_suite.py', '/var/tmp/own/answer.py', '/var/tmp/own/disguise.py', '/var/tmp/own/suite.py',
    ]))
  })
})

describe('no verdict, or another one,', () => {
  test('where no tests were handed in', async () => {
    expect((await grade('', { left: {} })).verdict).toMatchObject({ verdict: 'not-applicable' })
  })

  test('where what was handed in is no file', async () => {
    const context = contextOf({ task, left: {} })
    const link: ReadResult = { path: '/work/test_suite.py', state: 'not-regular', type: 'link' }
    context.sealed = { ...context.sealed, read: async () => [link] } as unknown as Snapshot
    expect(await judgeTests(context)).toMatchObject({ verdict: 'fail', reason: 'artifact-not-regular' })
    context.close()
  })

  test('where the task takes no tests, has no mutants, or is of another kind', async () => {
    const { appliesTo } = await verifier('mutation')
    expect(appliesTo!(task)).toBeNull()
    for (const other of [taskOf({}), { ...task, mutants: [] }, { ...task, language: 'javascript' as const }, { ...task, program: ['python3'] }]) expect(withoutSuite(other)).not.toBeNull()
  })

  test('where the reference is not right, which is no fault of the agent', async () => {
    const wrong = { ...task, solution: [{ ...task.solution[0]!, bytes: Buffer.from(reference.replace('a + b', 'a - b')) }] }
    await expect(grade(strong, { task: wrong })).rejects.toThrow('strict does not pass the reference')
    await expect(grade(strong, { task: { ...task, mutants: [task.mutants[3]!] } })).rejects.toThrow('none counts')
  })

  test('where not even a test that does nothing runs: the machine is to blame', async () => {
    const broken = (command: { argv: readonly string[] }) => (command.argv.some((word) => word.endsWith('/suite.py')) ? { exitCode: 1 } : undefined)
    await expect(grade(strong, { intercept: broken })).rejects.toThrow('a test that does nothing fares no better')
  })
})

describe('what suite.py says', () => {
  const nonce = 'ab'.repeat(16)
  const said = (text: string) => suiteRun({ ...ended, stdout: Buffer.from(text) }, nonce)
  const report = (tests: readonly (readonly [string, string])[], rest = {}) => `${nonce} ${JSON.stringify({ tests, broken: 0, exit: 0, ...rest })}\n`

  test.each([
    ['passed', report([['a', 'passed'], ['b', 'skipped']])],
    ['assertion', report([['a', 'assertion'], ['b', 'raised']], { exit: 1 })],
    ['raised', report([['a', 'raised'], ['b', 'passed']], { exit: 1 })],
    ['no-tests', report([['a', 'skipped']])],
    ['collection-error', report([], { broken: 1, exit: 2 })],
    ['crashed', report([['a', 'passed']], { exit: 3 })],
    ['crashed', ''],
    ['crashed', report([['a', 'passed']]).slice(0, -20)],
    ['crashed', report([['a', 'passed']]).replace(nonce, 'cd'.repeat(16))],
    ['crashed', report([['a', 'passed']]) + report([['a', 'passed']])],
    ['crashed', `${nonce} null\n`],
    ['crashed', `${nonce} {"tests": [[1, 2]], "broken": 0, "exit": 0}\n`],
  ])('comes to %s', (expected, text) => {
    expect(said(text).outcome).toBe(expected)
  })

  test('counts for nothing once the time is over', () => {
    expect(suiteRun({ ...ended, timedOut: true, stdout: Buffer.from(report([['a', 'passed']])) }, nonce).outcome).toBe('timed-out')
  })
})
