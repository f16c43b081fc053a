import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../../src/catalogue/index.ts'
import type { Case, Task } from '../../../src/schema/index.ts'
import { selectCases } from '../../../src/schema/index.ts'
import { hasPytest } from '../../catalogue/host.ts'
import { loadedFrom } from '../../catalogue/scratch.ts'
import { exampleOf, graded, harborTests, reference, started } from '../../tasks/bench.ts'

const catalogue = await loadedFrom(projectRoot())
const tasks = [...catalogue.tasks.values()]
const stated = (task: Task): readonly Case[] => selectCases(task.cases, ['stated'])
const all = (task: Task): readonly Case[] => selectCases(task.cases, ['stated', 'held-out'])
const kinds = (task: Task): ReadonlySet<string> => new Set(all(task).map((one) => one.kind))

test('the tasks are of every shape, in both languages and under every runner', () => {
  const shapes = tasks.map((task) => [
    task.language, ...kinds(task),
    ...(all(task).some((one) => one.kind === 'program' && Object.keys(one.expect.files).length > 0) ? ['writes'] : []),
    ...(task.timing === undefined ? [] : ['timing']),
    ...(catalogue.environments.get(task.environment)!.writable === 'root' ? ['root'] : []),
    ...task.visibleTest.flatMap((word) => /pytest|--test$|vitest|jest/.exec(word)?.[0] ?? []),
  ])
  const lacks = (shape: readonly string[]): boolean => !shapes.some((each) => shape.every((word) => each.includes(word)))
  expect([
    ['python', 'call', 'pytest'], ['python', 'steps'], ['python', 'program'], ['python', 'program', 'writes'], ['python', 'timing'], ['python', 'root'],
    ['javascript', 'call', '--test'], ['javascript', 'steps', 'vitest'], ['javascript', 'call', 'jest'],
  ].filter(lacks)).toEqual([])
})

describe.each(tasks.map((task) => [task.id, task] as const))('%s', (_, task) => {
  test('starts wrong: a visible, a further stated and a held-out case fail', async () => {
    for (const cases of [task.cases.visible, task.cases.statedOnly, task.cases.heldOut]) {
      expect(await graded(task, started(task), cases)).toMatchObject({ verdict: 'fail' })
    }
  })

  test('has a reference that is right on every case', async () => {
    expect(await graded(task, reference(task), all(task))).toMatchObject({ verdict: 'pass', evidence: { right: expect.any(Number) } })
  })

  test('gives the further stated cases in its instruction, in the form that a program can read', () => {
    const said = task.instruction.replace(/\\u([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    const missing = task.cases.statedOnly.flatMap((one) => {
      if (one.kind === 'call') return [exampleOf(task, one)]
      if (one.kind === 'steps') return one.steps.slice(-1).map((step) => exampleOf(task, step))
      const ends = one.expect.exit === 0 ? one.expect.stdout.trimEnd().split('\n') : [`(exit code ${one.expect.exit})`]
      return [[task.program!.join(' '), ...one.argv].join(' '), ...ends, ...Object.values(one.expect.files).flatMap((text) => text.trimEnd().split('\n'))]
    }).filter((example) => !said.includes(example))
    expect(missing).toEqual([])
  })

  test('keeps its held-out cases out of everything that an agent sees', () => {
    const seen = new Set(stated(task).map((one) => JSON.stringify(one, plain)))
    expect(task.cases.heldOut.filter((one) => seen.has(JSON.stringify(one, plain)))).toEqual([])
    const calls = task.cases.heldOut.flatMap((one) => (one.kind === 'call' ? [exampleOf({ ...task, language: 'python' }, one)] : []))
    const given = [task.instruction, ...task.workspace.map(({ bytes }) => Buffer.from(bytes).toString())].join('\n')
    expect(calls.filter((call) => given.includes(call))).toEqual([])
  })

  test.skipIf(task.language === 'python' && !hasPytest())('has tests for Harbor that fail the start and pass the reference', () => {
    expect(harborTests(task, started(task)).exit).toBe(1)
    const ended = harborTests(task, reference(task))
    expect(ended.exit, ended.output).toBe(0)
  })
})

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
