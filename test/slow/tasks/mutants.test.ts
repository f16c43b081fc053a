import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../../src/catalogue/index.ts'
import type { Case, Task } from '../../../src/schema/index.ts'
import { selectCases } from '../../../src/schema/index.ts'
import { loadedFrom } from '../../catalogue/scratch.ts'
import { graded, mutated } from '../../tasks/bench.ts'

const catalogue = await loadedFrom(projectRoot())
const all = (task: Task): readonly Case[] => selectCases(task.cases, ['stated', 'held-out'])

describe.each([...catalogue.tasks].map(([id, task]) => [id, task] as const))('%s', (_, task) => {
  test('has at least two mutants, each killed by a stated or held-out case, and one that the visible cases let live', async () => {
    expect(task.mutants.length).toBeGreaterThanOrEqual(2)
    const alive: string[] = []
    for (const { id } of task.mutants) {
      expect(await graded(task, mutated(task, id), all(task)), id).toMatchObject({ verdict: 'fail' })
      if ((await graded(task, mutated(task, id), task.cases.visible)).verdict === 'pass') alive.push(id)
    }
    expect(alive).not.toEqual([])
  })
})
