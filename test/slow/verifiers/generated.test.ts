import { describe, expect, test } from 'vitest'
import { loadCatalogue } from '../../../src/catalogue/index.ts'
import type { Task } from '../../../src/schema/index.ts'
import { ROOT } from '../../house/files.ts'
import { verifier } from '../../grading/calculator.ts'
import { contextOf } from '../../grading/double.ts'

/** The generators of every task: the reference agrees with itself, and the start state and every mutant are told apart. */
const loaded = await loadCatalogue({ dirs: [ROOT] })
const tasks = loaded.ok ? [...loaded.catalogue.tasks.values()].filter((task) => task.property !== undefined) : []
const SEED = '5eed5eed5eed5eed5eed5eed5eed5eed'

async function grade(task: Task, files: Task['workspace']) {
  const left = Object.fromEntries(files.filter(({ path }) => task.artifact.includes(path)).map(({ path, bytes }) => [`/work/${path}`, bytes]))
  const context = contextOf({ task, left })
  const { nonce } = context
  let drawn = 0
  context.nonce = (bytes) => (drawn++ === 0 ? SEED : nonce(bytes))
  try {
    return await (await verifier('property')).verify(context)
  } finally {
    context.close()
  }
}

test('there are tasks with generators', () => {
  expect(tasks.length).toBeGreaterThan(0)
})

describe.each(tasks.map((task) => [task.id, task] as const))('%s', (_, task) => {
  test('property passes the reference', async () => {
    const verdict = await grade(task, task.solution)
    expect(verdict, JSON.stringify(verdict)).toMatchObject({ verdict: 'pass' })
  })

  test('property fails the start state', async () => {
    expect(await grade(task, task.workspace)).toMatchObject({ verdict: 'fail' })
  })

  test.each(task.mutants.map((mutant) => [mutant.id, mutant] as const))('property fails the mutant %s', async (_, { replaces, bytes }) => {
    const files = task.solution.map((file) => (file.path === replaces ? { ...file, bytes } : file))
    expect(await grade(task, files)).toMatchObject({ verdict: 'fail' })
  })
})
