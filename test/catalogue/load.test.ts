import { chmodSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadCatalogue, problemText, projectRoot } from '../../src/catalogue/index.ts'
import { AGENT, catalogueWith, lay, loadedFrom, problemsOf, RIGHT, scratch, TASK } from './scratch.ts'

describe('loadCatalogue', () => {
  test('gives one of each, by id', async () => {
    const catalogue = await loadedFrom(catalogueWith())
    expect([...catalogue.agents.keys(), ...catalogue.tasks.keys(), ...catalogue.verifiers.keys(), ...catalogue.environments.keys()])
      .toEqual(['idle', 'adding', 'yes', 'python'])
    expect(catalogue.digest).toMatch(/^[0-9a-f]{64}$/)
  })

  test('gives them in order of id, from several folders', async () => {
    const more = lay(scratch(), { 'agents/active/agent.toml': AGENT, 'agents/active/run.sh': '#\n', 'agents/zealous/agent.toml': AGENT, 'agents/zealous/run.sh': '#\n' })
    expect([...(await loadedFrom(catalogueWith(), more)).agents.keys()]).toEqual(['active', 'idle', 'zealous'])
  })

  test('lets one folder refer to another', async () => {
    const agents = lay(scratch(), { 'agents/own/agent.toml': AGENT.replace('"any"', '"adding"'), 'agents/own/run.sh': '#\n' })
    expect((await loadedFrom(agents, catalogueWith())).agents.get('own')!.appliesTo).toEqual(['adding'])
  })

  test('tells both places of an id that is there twice', async () => {
    const [one, two] = [catalogueWith(), lay(scratch(), { 'agents/idle/agent.toml': AGENT, 'agents/idle/run.sh': '#\n' })]
    const loaded = await loadCatalogue({ dirs: [one, two] })
    const [problem] = loaded.ok ? [] : loaded.problems
    expect(problem!.file).toMatch(/^polygraph-catalogue-.*\/agents\/idle$/)
    expect(problem!.what).toMatch(/^polygraph-catalogue-.*\/agents\/idle has the same id$/)
  })

  test('holds the same folder, named twice, for one', async () => {
    const folder = catalogueWith()
    expect((await loadedFrom(folder, `${folder}/.`)).agents.size).toBe(1)
  })

  test('says that a folder is not there, or holds nothing', async () => {
    expect(await problemsOf('/nowhere/at/all')).toEqual([expect.objectContaining({ file: '/nowhere/at/all', what: 'is no folder that can be read' })])
    expect(await problemsOf(scratch())).toEqual([expect.objectContaining({ what: 'holds none of agents/, tasks/, verifiers/, environments/' })])
    expect(await problemsOf(`${catalogueWith()}/agents/idle/run.sh`)).toHaveLength(1)
  })

  test('tells everything that is wrong, in every file, at once and in order', async () => {
    const problems = await problemsOf(catalogueWith({
      'agents/idle/agent.toml': AGENT.replace('label', 'lable'),
      'agents/busy/run.sh': '#\n',
      'tasks/adding/task.toml': TASK.replace('"python"\nartifact', '"pyton"\nartifact'),
      'tasks/adding/instruction.md': undefined,
      'environments/python/environment.toml': 'suite = 12\n',
      'verifiers/yes/verifier.js': 'export default {',
    }))
    expect(problems.map(({ file, field }) => `${file} ${field}`.trim())).toEqual([
      'agents/busy/agent.toml', 'agents/idle/agent.toml lable',
      'environments/python/environment.toml packages', 'environments/python/environment.toml suite',
      'tasks/adding/instruction.md', 'tasks/adding/task.toml metadata.polygraph.language', 'verifiers/yes/verifier.js',
    ])
  })

  test('takes a broken task for a task that is there, so that one mistake is told once', async () => {
    const problems = await problemsOf(catalogueWith({ 'agents/idle/agent.toml': AGENT.replace('"any"', '"adding"'), 'tasks/adding/instruction.md': undefined }))
    expect(problems.map((problem) => problem.file)).toEqual(['tasks/adding/instruction.md'])
  })
})

describe('a digest', () => {
  const digest = async (folder: string): Promise<string> => (await loadedFrom(folder)).digest

  test('is the same for the same files elsewhere, whatever their times and permissions', async () => {
    const [one, two] = [catalogueWith(), catalogueWith()]
    utimesSync(join(two, 'agents/idle/run.sh'), 1, 1)
    chmodSync(join(two, 'agents/idle/agent.toml'), 0o600)
    expect(await digest(one)).toBe(await digest(two))
  })

  test.each(Object.keys(RIGHT))('changes with %s', async (path) => {
    const changed = `${String(RIGHT[path])}${path.endsWith('.js') ? '//' : path.endsWith('.md') ? '.' : '#'}\n`
    expect(await digest(catalogueWith({ [path]: changed }))).not.toBe(await digest(catalogueWith()))
  })

  test('changes when a file may be executed, is renamed or is added', async () => {
    const right = await digest(catalogueWith())
    const executable = catalogueWith()
    chmodSync(join(executable, 'agents/idle/agent.toml'), 0o755)
    expect(await digest(executable)).not.toBe(right)
    expect(await digest(catalogueWith({ 'tasks/adding/extra': '' }))).not.toBe(right)
    expect(await digest(catalogueWith({ 'tasks/adding/extra': '' }))).not.toBe(await digest(catalogueWith({ 'tasks/adding/other': '' })))
  })

  test('of an agent does not depend on others', async () => {
    const one = await loadedFrom(catalogueWith())
    const two = await loadedFrom(catalogueWith({ 'agents/busy/agent.toml': AGENT, 'agents/busy/run.sh': '#\n' }))
    expect(two.agents.get('idle')!.digest).toBe(one.agents.get('idle')!.digest)
  })
})

describe('problemText', () => {
  test('is one line that an editor can follow', () => {
    expect(problemText({ file: 'agents/a/agent.toml', line: 3, field: 'label', what: 'is missing', fix: 'add it' })).toBe('agents/a/agent.toml:3: label: is missing; add it')
    expect(problemText({ file: 'agents/a', line: null, field: '', what: 'is a link', fix: 'copy it' })).toBe('agents/a: is a link; copy it')
  })
})

test('projectRoot is the folder of this package', () => {
  expect(projectRoot()).toBe(join(import.meta.dirname, '../..'))
})
