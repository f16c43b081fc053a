import { describe, expect, test } from 'vitest'
import type { Command, Execution } from '../../src/contract/index.ts'
import type { Case, CaseGenerator, Value } from '../../src/schema/index.ts'
import { AnyCaseGenerator, canonical } from '../../src/schema/index.ts'
import { draw } from '../../src/grading/property/draw.ts'
import { int, verifier } from './calculator.ts'
import type { Situation } from './double.ts'
import { contextOf, taskOf } from './double.ts'

const reference = 'def add(a, b):\n    return a + b\n\n\nclass Pile:\n    def __init__(self):\n        self.things = 0\n\n    def put(self, n):\n        self.things += n\n        return self.things\n'
const generators = [
  { call: 'add', args: [{ int: [-50, 50] }, { int: [-50, 50] }] },
  { make: 'Pile', length: [1, 6], steps: [{ call: 'put', args: [{ int: [0, 9] }] }] },
].map((raw) => AnyCaseGenerator.parse(raw))

const task = taskOf({}, {
  property: generators,
  workspace: [{ path: 'impl.py', bytes: Buffer.from('raise RuntimeError\n'), mode: 0o644 }],
  solution: [{ path: 'impl.py', bytes: Buffer.from(reference), mode: 0o644 }],
})

const SEED = '0123456789abcdef0123456789abcdef'

async function grade(impl: string, { seed = SEED, ...rest }: Partial<Situation> & { seed?: string } = {}) {
  const context = contextOf({ task, left: { '/work/impl.py': impl }, ...rest })
  const { nonce } = context
  let drawn = 0
  context.nonce = (bytes) => (drawn++ === 0 ? seed : nonce(bytes))
  try {
    return { verdict: await (await verifier('property')).verify(context), ...context }
  } finally {
    context.close()
  }
}

describe('property', () => {
  test('passes what answers as the reference does, on hundreds of cases', async () => {
    expect((await grade(reference)).verdict).toMatchObject({ verdict: 'pass', evidence: { inputs: 400, seed: SEED } })
  })

  test('passes another way to the same answers', async () => {
    expect((await grade(reference.replace('a + b', 'sum([a, b])'))).verdict).toMatchObject({ verdict: 'pass' })
  })

  test('tells the smallest counterexample of a call', async () => {
    const { verdict } = await grade(reference.replace('a + b', 'a + b if a < 17 else a - b'))
    expect(verdict).toMatchObject({ verdict: 'fail', reason: 'wrong-answer', evidence: { counterexample: 'add(17, 1)', expected: 'int:18', got: 'int:16', seed: SEED } })
    expect(verdict.because).toContain('add(17, 1)')
  })

  test('tells the shortest sequence of steps, and nothing after the step that differs', async () => {
    const { verdict } = await grade(reference.replace('return self.things', 'return min(self.things, 12)'))
    const { counterexample, expected, got } = verdict.evidence
    expect(counterexample).toMatch(/^Pile\(\)(; put\(\d\)){2}$/)
    expect([expected, got]).toEqual(['int:13', 'int:12'])
  })

  test('is bounded in forks, and replays exactly from its seed', async () => {
    const wrong = reference.replace('a + b', 'a + b + (a * b > 900)')
    const [one, again] = [await grade(wrong), await grade(wrong)]
    expect(one.verdict).toMatchObject({ verdict: 'fail' })
    expect(again.verdict).toEqual(one.verdict)
    expect(one.commands.length).toBeLessThanOrEqual(22)
    const stdin = ({ commands }: typeof one): string[] => commands.map((command) => Buffer.from(command.stdin!).toString())
    expect(stdin(again)).toEqual(stdin(one))
    const other = await grade(wrong, { seed: 'fedcba9876543210fedcba9876543210' })
    expect(stdin(other)).not.toEqual(stdin(one))
  })

  test('asks the reference once for all candidates of a run, whatever came of the one before', async () => {
    const first = contextOf({ task, left: { '/work/impl.py': reference.replace('a + b', 'a + b if a < 17 else a - b') } })
    const { pristine } = first
    const verdicts = []
    const asked = []
    for (const impl of [null, reference.replace('a + b', 'a + b if b < 9 else a - b'), reference]) {
      const context = impl === null ? first : { ...contextOf({ task, left: { '/work/impl.py': impl } }), pristine }
      try {
        verdicts.push(await (await verifier('property')).verify(context))
        asked.push(context.commands.length)
      } finally {
        context.close()
      }
    }
    expect(verdicts).toMatchObject([
      { verdict: 'fail', evidence: { counterexample: expect.stringMatching(/^add\(17, -?1\)$/) } }, { verdict: 'fail', evidence: { counterexample: expect.stringMatching(/^add\([01], 9\)$/) } }, { verdict: 'pass' },
    ])
    expect(new Set(verdicts.map(({ evidence }) => evidence['seed'])).size).toBe(1)
    expect(asked[2]).toBe(1)
  })

  test('asks the reference nothing that it answered before, so that the same wrong artifact costs its own rounds alone', async () => {
    const wrong = { task, left: { '/work/impl.py': reference.replace('a + b', 'a + b if a < 17 else a - b') } }
    const first = contextOf(wrong)
    const again = { ...contextOf(wrong), pristine: first.pristine }
    try {
      const verdicts = [await (await verifier('property')).verify(first), await (await verifier('property')).verify(again)]
      expect(verdicts[1]).toEqual(verdicts[0])
      expect(verdicts[0]).toMatchObject({ verdict: 'fail', evidence: { shrinks: expect.any(Number) } })
      expect(again.commands.length).toBeGreaterThan(1)
      expect(first.commands.length).toBe(2 * again.commands.length)
    } finally {
      first.close()
      again.close()
    }
  })

  test('gives the candidate the inputs and nothing that the reference answered', async () => {
    const { puts, commands } = await grade(reference)
    const request = JSON.parse(Buffer.from(commands[1]!.stdin!).toString()) as object
    expect(Object.keys(request).toSorted()).toEqual(['cases', 'module', 'nonce'])
    expect(commands[0]!.stdin).toEqual(commands[1]!.stdin)
    expect(puts.filter(({ path }) => !path.endsWith('/answer.py')).map(({ path }) => path)).toEqual(['/work/impl.py', '/work/impl.py'])
  })

  test.each([
    ['raises where it should return', reference.replace('return a + b', 'raise KeyError'), 'raised'],
    ['has another type', reference.replace('a + b', 'float(a + b)'), 'wrong-type'],
    ['does not load', 'import nothing_of_that_name\n', 'import-failed'],
    ['leaves', reference.replace('return a + b', 'import os; os._exit(0)'), 'missing-answer'],
    ['compares equal to anything', reference.replace('a + b', 'type("E", (int,), {"__eq__": lambda s, o: True})(0)'), 'wrong-type'],
  ])('fails what %s', async (_, impl, reason) => {
    expect((await grade(impl)).verdict).toMatchObject({ verdict: 'fail', reason, evidence: { seed: SEED } })
  })

  test('a hardcoded table of any size does not get by', async () => {
    const table = `KNOWN = {(a, b): a + b for a in range(-9, 10) for b in range(-9, 10)}\n${reference.replace('a + b', 'KNOWN.get((a, b))')}`
    expect((await grade(table)).verdict).toMatchObject({ verdict: 'fail', reason: 'wrong-type' })
  })

  test('blames the task, not the agent, for a reference that cannot be compared', async () => {
    const odd = { ...task, solution: [{ ...task.solution[0]!, bytes: Buffer.from(reference.replace('a + b', 'object()')) }] }
    await expect(grade(reference, { task: odd })).rejects.toThrow("can't be compared")
    const broken = { ...task, solution: [{ ...task.solution[0]!, bytes: Buffer.from('import nothing_of_that_name\n') }] }
    await expect(grade(reference, { task: broken })).rejects.toThrow('the reference of unit answers no generated cases')
  })

  test('has nothing to say where no input can be made', async () => {
    const { appliesTo } = await verifier('property')
    expect(appliesTo!(taskOf({}))).toContain('no input')
    expect(appliesTo!(task)).toBeNull()
  })
})

const program = taskOf({}, {
  artifact: ['main.py'], program: ['python3', 'main.py'],
  property: [AnyCaseGenerator.parse({
    argv: [{ choice: ['--up', '--down'] }], stdin: { lines: { join: [{ text: 'abc', length: [1, 3] }, { choice: [','] }, { int: [0, 99] }] }, length: [1, 5] },
    files: { 'in.txt': { text: 'xyz', length: [0, 4] } }, writes: ['out.txt'],
  })],
  solution: [{ path: 'main.py', mode: 0o644, bytes: Buffer.from('import sys\ntext = sys.stdin.read()\nopen("out.txt", "w").write(open("in.txt").read() * 2)\nprint(text.upper() if sys.argv[1] == "--up" else text.lower())\nsys.exit(len(text) % 3)\n') }],
})

describe('property on a program', () => {
  const main = Buffer.from(program.solution[0]!.bytes).toString()
  const run = (text: string) => grade('', { task: program, left: { '/work/main.py': text } })

  test('passes the reference', async () => {
    expect((await run(main)).verdict).toMatchObject({ verdict: 'pass', evidence: { inputs: 60 } })
  })

  const runsOf = ({ commands }: Awaited<ReturnType<typeof run>>): number[] => commands.map(({ stdin }) => (JSON.parse(Buffer.from(stdin!).toString()) as { runs: unknown[] }).runs.length)

  test('runs the rest of a batch only where the first few end as the reference does', async () => {
    const [right, wrong] = [runsOf(await run(main)), runsOf(await run(main.replace('text.upper()', '0').replace('text.lower()', '0')))]
    expect(right).toEqual([60, 6, 54])
    expect(wrong.slice(0, 2)).toEqual([60, 6])
    expect(Math.max(...wrong.slice(2))).toBeLessThanOrEqual(6)
  })

  test('finds what only a later run shows', async () => {
    const counted = 'import os\nlog = os.path.join(os.path.dirname(os.getcwd()), "..", "count")\nopen(log, "a").write("x")\nlate = os.path.getsize(log) > 40\n'
    const { verdict } = await run(`${counted}${main.replace('text.upper()', '"" if late else text.upper()').replace('text.lower()', '"" if late else text.lower()')}`)
    expect(verdict).toMatchObject({ verdict: 'fail', reason: 'wrong-answer', evidence: { shrinks: expect.any(Number) } })
  })

  test('does not make a case smaller that hangs', async () => {
    const hangs = ({ stdin }: Command): Partial<Execution> | undefined => {
      const { nonce, runs } = JSON.parse(Buffer.from(stdin!).toString()) as { nonce: string; runs: unknown[] }
      return runs.length === 6 ? { stdout: Buffer.from(runs.map((_, index) => `${nonce} ${index} exit:time stdout: none\n`).join('')) } : undefined
    }
    const done = await grade('', { task: program, left: { '/work/main.py': main }, intercept: hangs })
    expect(done.verdict).toMatchObject({ verdict: 'fail', reason: 'timed-out' })
    expect(runsOf(done)).toEqual([60, 6])
  })

  test.each([
    ['prints something else', main.replace('text.upper()', 'text')],
    ['writes something else', main.replace('* 2', '* 3')],
    ['ends with another code', main.replace('len(text) % 3', '0')],
  ])('fails what %s', async (_, text) => {
    const { verdict } = await run(text)
    expect(verdict).toMatchObject({ verdict: 'fail', reason: 'wrong-answer' })
    expect(String(verdict.evidence['counterexample'])).toMatch(/^python3 main\.py --(up|down)$/)
  })
})

describe('cases that are drawn', () => {
  const one = (raw: unknown): CaseGenerator => AnyCaseGenerator.parse({ call: 'f', args: [raw] })
  const values = (raw: unknown): Value[] => draw([one(raw)], { least: 300, total: 300 }, SEED).map(({ one: made }) => (made as Extract<Case, { kind: 'call' }>).args[0]!)
  const texts = (raw: unknown): string[] => [...new Set(values(raw).map(canonical))]

  test('are integers within their range, bounds included', () => {
    const got = texts({ int: [-2, 3] })
    expect(got.toSorted()).toEqual(['int:-1', 'int:-2', 'int:0', 'int:1', 'int:2', 'int:3'])
    expect(values({ int: [0, 30], every: 10 }).every((value) => value.type === 'int' && value.value % 10n === 0n)).toBe(true)
  })

  test('are floats, as the decimal text of a multiple is read', () => {
    const got = texts({ float: [0, 0.02], every: 0.005 })
    expect(got.toSorted()).toEqual(['float:0.0', 'float:0.005', 'float:0.01', 'float:0.015', 'float:0.02'])
    expect(values({ float: [-1, 1] }).every((value) => value.type === 'float' && Math.abs(value.value) <= 1)).toBe(true)
    expect(texts({ float: [-0, -0] })).toEqual(['float:-0.0'])
    expect(texts({ one_of: [{ float: [Infinity, Infinity] }, { float: [-Infinity, -Infinity] }, { nan: true }] }).toSorted()).toEqual(['float:-inf', 'float:inf', 'float:nan'])
    expect(() => one({ float: [Number.NaN, 1] })).toThrow('infinity')
  })

  test('are texts of an alphabet, in which an item may be more than one character', () => {
    for (const text of values({ text: ['a', 'é', 'e\u0301', '👩‍🚀'], length: [0, 3] })) {
      expect(text.type === 'str' && text.value.replaceAll('👩‍🚀', 'x').replaceAll('e\u0301', 'x')).toMatch(/^[aéx]{0,3}$/)
    }
    expect(texts({ text: '🍐b', length: [1, 1] }).toSorted()).toEqual(['str:"\\ud83c\\udf50"', 'str:"b"'])
  })

  test('are lists, tuples, records, choices and nothing', () => {
    expect(texts({ one_of: [{ choice: ['a', true] }, { none: true }] }).toSorted()).toEqual(['bool:true', 'none:', 'str:"a"'])
    expect(texts({ tuple: [{ int: [1, 1] }, { choice: [false] }] })).toEqual(['tuple:[int:1,bool:false]'])
    expect(texts({ record: { k: { int: [1, 1] } } })).toEqual(['dict:{str:"k"=int:1}'])
    const lengths = new Set(values({ list: { int: [0, 9] }, length: [2, 4] }).map((value) => (value.type === 'list' ? value.items.length : -1)))
    expect([...lengths].toSorted()).toEqual([2, 3, 4])
  })

  test('get smaller, never larger, and stay what they are', () => {
    const [first] = draw([one({ int: [5, 1000] })], { least: 1, total: 1 }, SEED)
    const size = (made: Case): bigint => (made.kind === 'call' && made.args[0]!.type === 'int' ? made.args[0]!.value : -1n)
    for (const next of { [Symbol.iterator]: () => first!.smaller() }) {
      expect(size(next.one)).toBeGreaterThanOrEqual(5n)
      expect(size(next.one)).toBeLessThan(size(first!.one))
    }
    expect(int(5)).toEqual({ type: 'int', value: 5n })
  })
})
