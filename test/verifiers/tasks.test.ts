import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Task } from '../../src/schema/index.ts'
import { loadCatalogue } from '../../src/catalogue/index.ts'
import { ROOT } from '../house/files.ts'
import { run } from '../grading/calculator.ts'

/**
 * The gate that every task has to pass: the reference solution passes and the start state fails every verifier that looks
 * at the artifact, and strict fails every mutant. Here in doubles of forks; the trial does the same in real ones.
 */
const loaded = await loadCatalogue({ dirs: [ROOT] })
const tasks = loaded.ok ? [...loaded.catalogue.tasks.values()] : []
const LOOKS = ['strict', 'strict-sealed', 'held-out'] as const

/** The artifact as solution/solve.sh leaves it. */
function solved(task: Task): Record<string, string> {
  const root = mkdtempSync(join(tmpdir(), 'polygraph-solved-'))
  try {
    const lay = (folder: string, files: Task['workspace']) => files.forEach((file) => {
      mkdirSync(dirname(join(root, folder, file.path)), { recursive: true })
      writeFileSync(join(root, folder, file.path), file.bytes, { mode: file.mode })
    })
    lay('work', task.workspace)
    lay('solution', task.solution)
    const { status, stderr } = spawnSync('/bin/sh', [join(root, 'solution/solve.sh')], { cwd: join(root, 'work'), encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    return Object.fromEntries(task.artifact.map((path) => [`/work/${path}`, readFileSync(join(root, 'work', path), 'utf8')]))
  } finally {
    rmSync(root, { recursive: true })
  }
}

const started = (task: Task) => Object.fromEntries(task.workspace.filter((file) => task.artifact.includes(file.path)).map((file) => [`/work/${file.path}`, file.bytes]))

test('there are tasks', () => {
  expect(tasks.length).toBeGreaterThan(0)
})

describe.each(tasks.map((task) => [task.id, task] as const))('%s', (_, task) => {
  test.each(LOOKS)('%s passes the reference', async (id) => {
    const verdict = await run(id, { task, left: solved(task) })
    expect(verdict, JSON.stringify(verdict)).toMatchObject({ verdict: 'pass' })
  })

  test.each(LOOKS)('%s fails the start state', async (id) => {
    expect(await run(id, { task, left: started(task) })).toMatchObject({ verdict: 'fail' })
  })

  test('ground-truth passes the reference and fails the start state', async () => {
    expect(await run('ground-truth', { task, left: solved(task) })).toMatchObject({ verdict: 'pass' })
    expect(await run('ground-truth', { task, left: started(task) })).toMatchObject({ verdict: 'fail' })
  })

  test.each(task.mutants.map((mutant) => [mutant.id, mutant] as const))('strict fails the mutant %s', async (_, mutant) => {
    const left = { ...solved(task), [`/work/${mutant.replaces}`]: readFileSync(join(task.dir, mutant.file)) }
    expect(await run('strict', { task, left })).toMatchObject({ verdict: 'fail' })
  })
})
