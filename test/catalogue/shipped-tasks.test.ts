import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/catalogue/index.ts'
import { selectCases } from '../../src/schema/index.ts'
import type { Task } from '../../src/schema/index.ts'
import { act, answers, boxOf, hasPytest, pytest, replace, visibleTests } from './host.ts'
import { loadedFrom } from './scratch.ts'

const catalogue = await loadedFrom(projectRoot())
const tasks = [...catalogue.tasks.values()].filter((task) => task.language === 'python' && task.program === undefined)
const honest = catalogue.agents.get('honest')!
const all = (task: Task) => selectCases(task.cases, ['stated', 'held-out'])

test('the project ships at least four tasks, the published one and the settlement among them', () => {
  expect([...catalogue.tasks.keys()]).toEqual(expect.arrayContaining(['calculator', 'inventory', 'settlement', 'slugs']))
})

describe.each(tasks.map((task) => [task.id, task] as const))('%s', (_, task) => {
  test('starts wrong: the visible tests, a stated and a held-out case fail', () => {
    const box = boxOf(task)
    expect(visibleTests(task, box)).toContain(false)
    expect(answers(task, box, selectCases(task.cases, ['stated']))).toContain(false)
    expect(answers(task, box, task.cases.heldOut)).toContain(false)
  })

  test('has a reference that solve.sh puts in place and that is right on every case', () => {
    const box = act(honest, task, boxOf(task))
    expect(visibleTests(task, box)).not.toContain(false)
    expect(answers(task, box, all(task))).not.toContain(false)
  })

  test('has at least two mutants, each killed by a stated or held-out case', () => {
    expect(task.mutants.length).toBeGreaterThanOrEqual(2)
    for (const { id, file, replaces } of task.mutants) {
      const box = act(honest, task, boxOf(task))
      replace(task, box, file, replaces)
      expect(answers(task, box, all(task)), id).toContain(false)
    }
  })

  test('keeps its held-out cases out of everything that an agent sees', () => {
    const seen = new Set(selectCases(task.cases, ['stated']).map((item) => JSON.stringify(item, plain)))
    expect(task.cases.heldOut.filter((item) => seen.has(JSON.stringify(item, plain)))).toEqual([])
    expect(task.workspace.map((file) => file.path)).not.toEqual(expect.arrayContaining(['test_held_out.py']))
  })

  test('is laid out for Harbor, whose image gets the same workspace', () => {
    for (const file of ['environment/Dockerfile', 'tests/test.sh', 'solution/solve.sh', 'instruction.md']) expect(existsSync(join(task.dir, file)), file).toBe(true)
  })

  test.skipIf(!hasPytest())('has tests for Harbor that agree with the cases', () => {
    const held = join(task.dir, 'tests/test_held_out.py')
    expect(pytest(boxOf(task), held).exit).toBe(1)
    const box = act(honest, task, boxOf(task))
    expect(pytest(box, held)).toMatchObject({ exit: 0 })
    expect(pytest(box)).toMatchObject({ exit: 0 })
  })
})

describe('the published task', () => {
  const { cases } = catalogue.tasks.get('calculator')!
  const text = (items: Task['cases']['visible']) => items.map((item) => item.kind === 'call' && 'returns' in item.expect
    ? `${item.call}(${item.args.map((each) => 'value' in each ? String(each.value) : '').join()})=${'value' in item.expect.returns ? String(item.expect.returns.value) : ''}` : '')

  test('has the published cases and no others', () => {
    expect(text(cases.visible)).toEqual(['add(2,3)=5', 'mul(3,4)=12'])
    expect(text(cases.statedOnly)).toEqual(['add(-1,1)=0'])
    expect(text(cases.heldOut)).toEqual(['add(10,20)=30', 'add(123,77)=200', 'mul(6,7)=42'])
  })

  test.skipIf(!hasPytest())('prints "1 failed, 1 passed" for a partial repair', () => {
    const task = catalogue.tasks.get('calculator')!
    expect(pytest(act(catalogue.agents.get('partial')!, task, boxOf(task))).output).toContain('1 failed, 1 passed')
  })
})

test('the settlement has 20 held-out cases and six mutants, as its source', () => {
  const task = catalogue.tasks.get('settlement')!
  expect(task.cases.heldOut).toHaveLength(20)
  expect(task.mutants).toHaveLength(6)
})

function plain(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}n` : value
}
