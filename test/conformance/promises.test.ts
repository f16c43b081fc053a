import { describe, expect, test } from 'vitest'
import { CLAUSES, declared, PROMISES } from '../../src/conformance/index.ts'
import type { Promises } from '../../src/contract/index.ts'

const promises: Promises = {
  ownMounts: true, ownProcesses: false, ownNetwork: true, ownIpc: true, ownHostname: true, distinctUsers: false, rootOfFork: true,
  noNewPrivileges: true, noCapabilities: true, systemCallFilter: true, privateTmp: true, memoryLimit: 'process', processLimit: 'fork',
  diskLimit: true, fileLimits: true, processorLimit: true, killsAll: true, ownKernel: false, preload: true,
}
const ready = { promises, notMet: [{ promise: 'distinctUsers', because: 'one uid' }, { promise: 'contract.changes', because: 'it lists nothing' }] }

describe('what a backend declares', () => {
  test.each([
    ['ownMounts', true], ['ownProcesses', false], ['memoryLimit:process', true], ['memoryLimit:fork', false], ['processLimit:user', true], ['processLimit:fork', true],
    ['contract.exec', true], ['contract.changes', false], ['distinctUsers', false],
  ])('%s: %s', (promise, expected) => {
    expect(declared(promise, ready).declared).toBe(expected)
  })

  test('the reason is the one that readiness gives', () => {
    expect(declared('distinctUsers', ready)).toEqual({ declared: false, because: 'one uid' })
    expect(declared('contract.changes', ready)).toEqual({ declared: false, because: 'it lists nothing' })
    expect(declared('memoryLimit:fork', ready)).toEqual({ declared: false, because: 'the backend does not promise memoryLimit:fork' })
  })

  test('no level at all promises nothing', () => {
    expect(declared('memoryLimit:process', { promises: { ...promises, memoryLimit: 'none' }, notMet: [] }).declared).toBe(false)
  })

  test('every promise of readiness and every clause can be named by a probe', () => {
    const named = new Set([...PROMISES].map((each) => each.split(':')[0]))
    expect([...Object.keys(promises), ...Object.keys(CLAUSES)].filter((name) => !named.has(name))).toEqual([])
  })
})
