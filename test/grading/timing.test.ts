import { describe, expect, test } from 'vitest'
import { decided, inputOf, isOver, ratioOf } from '../../src/grading/index.ts'
import type { Round } from '../../src/grading/timing/rule.ts'
import { ROUNDS } from '../../src/grading/timing/rule.ts'
import type { Execution } from '../../src/contract/index.ts'
import { canonical } from '../../src/schema/index.ts'
import { verifier } from './calculator.ts'
import { contextOf, taskOf } from './double.ts'

const round = (idle: number, reference: number, candidate: number, cpu: readonly [number, number, number] | null = null): Round => ({
  idle: { wall: idle, cpu: cpu?.[0] ?? null }, reference: { wall: reference, cpu: cpu?.[1] ?? null }, candidate: { wall: candidate, cpu: cpu?.[2] ?? null },
})

describe('the ratio', () => {
  test('is of the time beyond a start, and the median over rounds', () => {
    expect(ratioOf([round(50, 150, 250)], 'wall')).toBe(2)
    expect(ratioOf([round(50, 150, 250), round(50, 150, 9050), round(50, 150, 150)], 'wall')).toBe(2)
  })

  test('is never infinite nor negative, however the noise falls', () => {
    expect(ratioOf([round(100, 90, 95)], 'wall')).toBe(0)
    expect(ratioOf([round(100, 100, 200)], 'wall')).toBe(10)
    expect(ratioOf([round(0, 0, 0)], 'wall')).toBe(0)
  })

  test('is unknown where one of the times is', () => {
    expect(ratioOf([round(0, 10, 20)], 'cpu')).toBeNull()
    expect(ratioOf([round(0, 10, 20, [0, 10, 40])], 'cpu')).toBe(4)
  })
})

describe('what is over the bound', () => {
  test.each<[string, Round, boolean]>([
    ['work, on a machine that is busy with the reference just then', round(50, 1000, 1300, [20, 70, 320]), true],
    ['a wait, which costs no processor time', round(50, 150, 1300, [20, 70, 25]), true],
    ['a machine that is busy with the candidate just then', round(50, 150, 600, [20, 70, 80]), false],
    ['work within the bound', round(50, 150, 250, [20, 70, 150]), false],
    ['what takes long on the wall, with nothing else measured', round(50, 150, 600), true],
  ])('%s', (_, one, over) => {
    expect(isOver([one], 5)).toBe(over)
  })
})

describe('the rounds', () => {
  const fast = round(50, 150, 160)
  const slow = round(50, 150, 5000)

  test('are as few as agree', () => {
    expect(decided([fast, fast], 3)).toBe(false)
    expect(decided([fast, fast, fast], 3)).toBe(true)
    expect(decided([slow, slow, slow], 3)).toBe(true)
  })

  test('go on where they differ, and end', () => {
    expect(decided([fast, slow, fast], 3)).toBe(false)
    expect(decided(Array.from({ length: ROUNDS.most }, (_, index) => (index % 2 === 0 ? fast : slow)), 3)).toBe(true)
  })
})

describe('an input', () => {
  test('is the same for the same seed, and another for another', () => {
    const make = { generator: 'integers', size: 50, least: -9, most: 9 } as const
    expect(canonical(inputOf(make, 'deadbeef'))).toBe(canonical(inputOf(make, 'deadbeef')))
    expect(canonical(inputOf(make, 'deadbeef'))).not.toBe(canonical(inputOf(make, 'deadbeee')))
    const { items } = inputOf(make, '00000001') as { items: readonly { value: bigint }[] }
    expect(items).toHaveLength(50)
    expect(items.every(({ value }) => value >= -9n && value <= 9n)).toBe(true)
  })

  test('of a permutation has every number once', () => {
    const { items } = inputOf({ generator: 'permutation', size: 40 }, 'cafebabe') as { items: readonly { value: bigint }[] }
    expect(items.map(({ value }) => Number(value)).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index))
    expect(items.map(({ value }) => Number(value))).not.toEqual(Array.from({ length: 40 }, (_, index) => index))
  })
})

const reference = 'def total(numbers):\n    return sum(numbers)\n'
const task = taskOf({}, {
  timing: { call: 'total', make: { generator: 'integers', size: 10, least: 0, most: 99 }, ratio: 3 },
  workspace: [{ path: 'impl.py', bytes: Buffer.from('def total(numbers):\n    return 0\n'), mode: 0o644 }],
  solution: [{ path: 'impl.py', bytes: Buffer.from(reference), mode: 0o644 }],
})

/** Runs the verifier with the times that the test gives to idle, reference and candidate, in turn. */
async function grade(impl: string, times: readonly [number, number, number], answer?: (turn: number) => Partial<Execution> | undefined) {
  const context = contextOf({ task, left: { '/work/impl.py': impl } })
  const stdin: string[] = []
  const { fork } = context
  let count = 0
  context.fork = async (place) => {
    const made = await fork(place)
    return {
      ...made,
      exec: async (command) => {
        const turn = count++ % 3
        stdin.push(Buffer.from(command.stdin!).toString())
        return { ...await made.exec(command), durationMs: times[turn]!, usage: { cpuMs: times[turn]! / 2, peakMemoryBytes: null }, ...answer?.(turn) }
      },
    }
  }
  try {
    return { verdict: await (await verifier('timing')).verify(context), stdin }
  } finally {
    context.close()
  }
}

describe('timing', () => {
  test('passes right answers within the ratio, and records wall and processor time', async () => {
    const { verdict } = await grade(reference, [50, 150, 250])
    expect(verdict).toMatchObject({ verdict: 'pass', reason: 'time-holds', evidence: { rounds: 3, ratio: 2, cpu_ratio: 2, idle_ms: 50, reference_ms: 150, candidate_ms: 250, bound: 3 } })
  })

  test('fails right answers beyond it', async () => {
    expect((await grade(reference, [50, 150, 650])).verdict).toMatchObject({ verdict: 'fail', reason: 'false-timing', evidence: { ratio: 6 } })
  })

  test('fails a quick answer that is not the right one', async () => {
    const { verdict } = await grade('def total(numbers):\n    return 7\n', [50, 150, 60])
    expect(verdict).toMatchObject({ verdict: 'fail', reason: 'wrong-answer' })
    expect(verdict.because).toBe('total(…): it returned another value')
  })

  test('fails an answer that is only a promise of one', async () => {
    const later = 'class Later(int):\n    pass\n\n\ndef total(numbers):\n    return Later(sum(numbers))\n'
    expect((await grade(later, [50, 150, 60])).verdict).toMatchObject({ verdict: 'fail', reason: 'wrong-type' })
  })

  test('asks reference and candidate in turn, the same new input each time and no input twice', async () => {
    const { stdin } = await grade(reference, [50, 150, 250])
    expect(stdin).toHaveLength(9)
    for (const turn of [0, 3, 6]) {
      expect(stdin[turn]).toBe(stdin[turn + 1]!.replace('"total"', '"no_such_function"'))
      expect(stdin[turn + 2]).toBe(stdin[turn + 1])
    }
    const inputs = [1, 4, 7].map((turn) => JSON.stringify((JSON.parse(stdin[turn]!) as { cases: readonly { args: unknown }[] }).cases[0]!.args))
    expect(new Set(inputs).size).toBe(3)
  })

  test('fails a candidate that doesn\'t end, and blames no one else for a reference that doesn\'t', async () => {
    const hangs = (which: number) => (turn: number) => (turn === which ? { timedOut: true, exitCode: null, signal: 'SIGKILL', stdout: new Uint8Array() } : undefined)
    expect((await grade(reference, [50, 150, 30_000], hangs(2))).verdict).toMatchObject({ verdict: 'fail', reason: 'timed-out' })
    await expect(grade(reference, [50, 30_000, 60], hangs(1))).rejects.toThrow("the reference of unit doesn't answer")
  })

  test('has nothing to say where no time is bounded', async () => {
    const { appliesTo } = await verifier('timing')
    expect([appliesTo!(taskOf({})), appliesTo!(task)]).toEqual(['the task bounds no time', null])
  })
})
