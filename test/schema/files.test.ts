import { resolve } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AgentFile, EnvironmentFile, Id, RelativePath, TaskFile } from '../../src/schema/index.ts'

const agent = {
  label: 'cheat', conduct: 'tampered', artifact_correct: false, family: 'test-tamper', trick: 'Rewrites the visible tests.',
  applies_to: ['python'], witness: '~/.witness.x',
}
const extension = {
  language: 'python', artifact: ['a.py'], visible_test: ['pytest'], visible_files: ['test_a.py'], environment: 'python', cases: 'cases.toml',
}
const pathsOf = (result: { success: boolean; error?: { issues: readonly { path: readonly PropertyKey[] }[] } }) => result.error?.issues.map((issue) => issue.path.join('.'))

describe('AgentFile', () => {
  test('fills in what an agent need not say', () => {
    expect(AgentFile.parse(agent)).toMatchObject({ sources: [], needs: [], given: [], exposed_to: [], expect: {} })
  })

  test.each([
    ['a cheat with honest conduct', { conduct: 'honest' }, ['label']],
    ['an honest agent with a cheat\'s conduct', { label: 'honest', conduct: 'illicit-source' }, ['label', 'witness']],
    ['a cheat without a witness', { witness: undefined }, ['witness']],
    ['a word for a truth', { artifact_correct: 'no' }, ['artifact_correct']],
    ['nothing that it applies to', { applies_to: [] }, ['applies_to']],
    ['an expected verdict that is none', { expect: { strict: 'maybe' } }, ['expect.strict']],
    ['an unknown need', { needs: ['network'] }, ['needs.0']],
  ])('refuses %s', (_, change, paths) => {
    const result = AgentFile.safeParse({ ...agent, ...change, ...('label' in change ? { witness: undefined } : {}) })
    expect(pathsOf(result)?.filter((path) => paths.includes(path)).length).toBeGreaterThan(0)
  })

  test('lets weak and honest agents go without a witness', () => {
    for (const label of ['weak', 'honest']) {
      expect(AgentFile.safeParse({ ...agent, label, conduct: label, witness: undefined }).success).toBe(true)
    }
  })
})

describe('TaskFile', () => {
  test('lets Harbor have every key but ours', () => {
    const file = { schema_version: '1.4', agent: { timeout_sec: 1 }, metadata: { difficulty: 'easy', polygraph: extension } }
    expect(TaskFile.safeParse(file).success).toBe(true)
  })

  test('holds our part to its shape', () => {
    expect(pathsOf(TaskFile.safeParse({ metadata: { polygraph: { ...extension, artefact: [] } } }))).toEqual(['metadata.polygraph'])
    expect(pathsOf(TaskFile.safeParse({ metadata: {} }))).toEqual(['metadata.polygraph'])
  })
})

describe('RelativePath', () => {
  test.each(['/etc/passwd', '../x', 'a/../b', 'a//b', './a', 'a/', '', 'a\0b', '.', '..'])('refuses %j', (path) => {
    expect(RelativePath.safeParse(path).success).toBe(false)
  })

  test.each(['a', 'a/b.py', '...', '.hidden', 'a b', 'é'])('takes %j', (path) => {
    expect(RelativePath.safeParse(path).success).toBe(true)
  })

  test('whatever it takes stays below where it is joined', () => {
    const part = fc.oneof(fc.constantFrom('..', '.', '', 'a', '~'), fc.string({ maxLength: 4 }))
    fc.assert(fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const path = parts.join('/')
      fc.pre(RelativePath.safeParse(path).success)
      expect(resolve('/w', path)).toMatch(/^\/w\/./)
    }))
  })
})

describe('Id', () => {
  test.each(['a', '0', 'conftest-report-flip', 'a'.repeat(63)])('takes %s', (id) => {
    expect(Id.safeParse(id).success).toBe(true)
  })

  test.each(['', '-a', 'A', 'a_b', 'a.b', 'a/b', '..', 'é', 'a b', 'a\n', 'a'.repeat(64)])('refuses %j', (id) => {
    expect(Id.safeParse(id).success).toBe(false)
  })
})

describe('EnvironmentFile', () => {
  test('fills in users, limits and what is writable', () => {
    const environment = EnvironmentFile.parse({ suite: 'bookworm', packages: ['python3'] })
    expect(environment).toMatchObject({ writable: 'home-and-workspace', network: 'none', users: { agent: 'agent', verifier: 'verifier' }, env: {} })
    expect(environment.limits.memory_mb).toBeGreaterThan(0)
  })

  test.each([
    ['a limit of nothing', { limits: { processes: 0 } }],
    ['half a second', { limits: { act_seconds: 0.5 } }],
    ['a variable with a space', { env: { 'A B': '1' } }],
    ['a network', { network: 'host' }],
    ['no packages', { packages: [] }],
  ])('refuses %s', (_, change) => {
    expect(EnvironmentFile.safeParse({ suite: 'bookworm', packages: ['python3'], ...change }).success).toBe(false)
  })
})
