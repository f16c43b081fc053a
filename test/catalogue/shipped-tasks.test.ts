import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/catalogue/index.ts'
import type { Task } from '../../src/schema/index.ts'
import { act, boxOf, hasPytest, pytest } from './host.ts'
import { loadedFrom } from './scratch.ts'

/** What is said of every task is in test/tasks/. */
const catalogue = await loadedFrom(projectRoot())

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
