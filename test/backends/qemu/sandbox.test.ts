import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { laidOut, refusal, unitsFor, withDeclared } from '../../../src/backends/qemu/sandbox.ts'
import { FORK_IDS } from '../../../src/backends/qemu/image/system.ts'
import { GRADE, unitPolicyOf } from '../../../src/backends/qemu/units.ts'
import type { FileEntry, Policy } from '../../../src/contract/index.ts'
import { Limits } from '../../../src/schema/index.ts'

const POLICY: Policy = {
  writable: 'home-and-workspace', workspace: '/workspace', home: '/home/agent', network: 'none', limits: Limits.parse({}), env: {}, distinctUsers: true, ownProcesses: true,
  privateTmp: true, systemCallFilter: true, followLinks: false, sandbox: 'declared-files', declared: ['/workspace/a'], requires: [],
}
const source = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../src/backends/${path}`, import.meta.url)), 'utf8')

describe('what declared-files can be joined with', () => {
  test('the usual policy', () => {
    expect(refusal(POLICY)).toBe(null)
    expect(refusal({ ...POLICY, declared: [] })).toBe(null)
    expect(refusal({ ...POLICY, sandbox: 'open', declared: [] })).toBe(null)
  })

  test.each<readonly [string, Partial<Policy>, string]>([
    ['a root that can be written', { writable: 'root' }, 'a root that can not be written'],
    ['one user', { distinctUsers: false }, 'distinctUsers'],
    ['processes of others', { ownProcesses: false }, 'ownProcesses'],
    ['a shared /tmp', { privateTmp: false }, 'privateTmp'],
    ['a workspace in /var/tmp', { workspace: '/var/tmp/sessions/current/workspace', declared: [] }, 'a unit has its own /var/tmp'],
    ['a workspace in /home', { workspace: '/home/agent/work', declared: [] }, 'a unit has its own /home'],
    ['a home in /tmp', { home: '/tmp/agent' }, 'a unit has its own /tmp'],
    ['a file beside the workspace', { declared: ['/etc/passwd'] }, 'it is no file of an agent below /workspace'],
    ['the workspace itself', { declared: ['/workspace'] }, 'it is no file of an agent below /workspace'],
    ["the grader's own file", { declared: [`/workspace/${GRADE.output}`] }, 'it is no file of an agent below /workspace'],
    ['a way out of it', { declared: ['/workspace/../etc/passwd'] }, 'no unit file can name'],
    ['a second line', { declared: ['/workspace/a\nUser=root'] }, 'no unit file can name'],
    ['open, and declared files', { sandbox: 'open' }, 'the sandbox open declares no files'],
  ])('not %s', (_, changes, because) => {
    expect(refusal({ ...POLICY, ...changes })).toContain(because)
  })
})

describe('a fork under declared-files', () => {
  test('what is declared and not there is laid empty, since a file is written in place', () => {
    const there: FileEntry = { path: '/workspace/a', bytes: Buffer.from('x'), mode: 0o755, owner: 'agent' }
    expect(withDeclared({ ...POLICY, declared: ['/workspace/a', '/workspace/b'] }, [there])).toEqual([there, { path: '/workspace/b', bytes: new Uint8Array(), mode: 0o644, owner: 'agent' }])
    expect(withDeclared({ ...POLICY, sandbox: 'open', declared: [] }, [there])).toEqual([there])
  })

  test('has units; one that is laid out open has none', () => {
    expect(unitsFor(POLICY)).toMatchObject({ agent: { name: 'polygraph-agent.service' }, grader: { name: 'polygraph-grader.service' }, grade: GRADE })
    expect(unitsFor(laidOut(POLICY, { sandbox: 'open' }))).toBe(null)
    expect(laidOut(POLICY, { label: 'a' })).toBe(POLICY)
  })

  test('the guest knows its users and its root by the same ids and paths', () => {
    expect(Number(/^BASE = (0x[0-9a-f]+)/m.exec(source('namespaces/forkserver/identity.py'))?.[1])).toBe(FORK_IDS)
    const { root, source: second } = unitPolicyOf(POLICY)
    expect(source('qemu/guest/program/keeper.py')).toContain(`ROOT, SOURCE = '${root}', '${second}'\n`)
  })
})
