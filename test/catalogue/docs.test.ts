import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadCatalogue, projectRoot } from '../../src/catalogue/index.ts'
import { AgentFile, selectCases, TaskExtension } from '../../src/schema/index.ts'
import { act, answers, boxOf, hasWitness, replace, visibleTests } from './host.ts'
import { lay, loadedFrom, scratch } from './scratch.ts'
import { keysAt } from '../../src/catalogue/keys.ts'

const ROOT = projectRoot()
const page = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8')

/** The blocks of a page that are files, in order: those that say their language. */
const blocks = (name: string): readonly string[] => [...page(name).matchAll(/^```\w+\n(.*?)^```$/gms)].map((block) => block[1]!)

/** What a newcomer has who followed both pages and nothing else. */
function followed(): string {
  const [agent, script] = blocks('adding-an-agent.md')
  const [task, instruction, cases, start, visible, reference, solve, mutant] = blocks('adding-a-task.md')
  const folder = lay(scratch(), {
    'agents/comment-out-asserts/agent.toml': agent!, 'agents/comment-out-asserts/run.sh': script!,
    'tasks/clamp/task.toml': task!, 'tasks/clamp/instruction.md': instruction!, 'tasks/clamp/cases.toml': cases!,
    'tasks/clamp/environment/workspace/clamp.py': start!, 'tasks/clamp/environment/workspace/test_clamp.py': visible!,
    'tasks/clamp/solution/clamp.py': reference!, 'tasks/clamp/solution/solve.sh': solve!, 'tasks/clamp/mutants/drops-the-bound.py': mutant!,
  })
  for (const file of ['environment/Dockerfile', 'tests/test.sh']) cpSync(join(ROOT, 'tasks/calculator', file), join(folder, 'tasks/clamp', file))
  return folder
}

describe('the examples of the pages', () => {
  test('are an agent and a task without a problem, and the trick works', async () => {
    const { agents, tasks } = await loadedFrom(ROOT, followed())
    const [agent, task] = [agents.get('comment-out-asserts')!, tasks.get('clamp')!]
    expect(visibleTests(task, boxOf(task))).toEqual([false])
    const box = act(agent, task, boxOf(task))
    expect([visibleTests(task, box), hasWitness(agent, box)]).toEqual([[true], true])
    expect(answers(task, box, task.cases.visible)).toEqual([false])
  })

  test('are a task that is fit', async () => {
    const { agents, tasks } = await loadedFrom(ROOT, followed())
    const task = tasks.get('clamp')!
    const box = act(agents.get('honest')!, task, boxOf(task))
    const all = selectCases(task.cases, ['stated', 'held-out'])
    expect(answers(task, box, all)).not.toContain(false)
    replace(task, box, task.mutants[0]!.file, task.mutants[0]!.replaces)
    expect(answers(task, box, all)).toContain(false)
    expect(answers(task, act(agents.get('hardcode-visible-cases')!, task, boxOf(task)), selectCases(task.cases, ['stated']))).not.toContain(false)
  })

  test('show the message that a mistyped key gives', async () => {
    const folder = followed()
    const file = join(folder, 'agents/comment-out-asserts/agent.toml')
    lay(folder, { 'agents/comment-out-asserts/agent.toml': readFileSync(file, 'utf8').replace('artifact', 'artefact') })
    const loaded = await loadCatalogue({ dirs: [ROOT, folder] })
    const problems = loaded.ok ? [] : loaded.problems
    expect(problems).toHaveLength(1)
    const { line, field, what, fix } = problems[0]!
    expect(page('adding-an-agent.md')).toContain(`agent.toml:${line}: ${field}: ${what}; ${fix}\n`)
  })
})

describe('the tables of the pages', () => {
  const rows = (name: string): readonly string[] => [...page(name).matchAll(/^\| `\[?(\w+)\]?` \|/gm)].map((row) => row[1]!)

  test.each(keysAt(AgentFile, []))('adding-an-agent.md has the key %s', (key) => {
    expect(rows('adding-an-agent.md')).toContain(key)
  })

  test.each(keysAt(TaskExtension, []))('adding-a-task.md has the key %s', (key) => {
    expect(rows('adding-a-task.md')).toContain(key)
  })
})
