import { expect, test } from 'vitest'
import { alike, digests, kept, residue, type Probe, type ProbeContext } from '../../src/conformance/probe.ts'
import type { Execution, Fork, Snapshot } from '../../src/contract/index.ts'

/** What a command says in a fork that is the how-manieth one made, and after how many seals. */
type Answer = (script: string, fork: { readonly number: number; readonly seals: number; readonly user: string }) => { readonly code?: number; readonly says?: string }

/** Runs a probe on forks that exist only as numbers; each sealed state has the digest that `digestOf` gives. */
function on(probe: Probe, answer: Answer, digestOf: (number: number) => string = () => 'd'): ReturnType<Probe> {
  let made = 0
  const known = new WeakMap<Fork | Snapshot, { number: number; seals: number }>()
  const execution = (code: number, says: string): Execution => ({
    exitCode: code, signal: null, timedOut: false, outOfMemory: false, truncated: { stdout: false, stderr: false },
    stdout: Buffer.from(says), stderr: new Uint8Array(), durationMs: 1, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false,
  })
  const context = {
    backend: { readiness: async () => ({ ready: true, promises: { rootOfFork: false } }) },
    nonce: () => 'word', sleep: async () => {},
    prepare: async () => ({}) as Snapshot,
    fork: async (state?: Snapshot) => {
      const fork = {} as Fork
      known.set(fork, { number: ++made, seals: state === undefined ? 0 : known.get(state)?.seals ?? 0 })
      return fork
    },
    seal: async (fork: Fork) => {
      const { number, seals } = known.get(fork)!
      const state = { digest: digestOf(number) } as Snapshot
      known.set(state, { number, seals: seals + 1 })
      return state
    },
    shell: async (fork: Fork, script: string, { user = 'agent' } = {}) => {
      const { code = 0, says = '' } = answer(script, { ...known.get(fork)!, user })
      return execution(code, says)
    },
  }
  return probe(context as unknown as ProbeContext)
}

const left = residue({ plant: 'plant', met: 'met', clean: 'clean' })

test.each([
  ['met in its own fork alone', (script: string, number: number) => ({ code: script === 'met' && number !== 1 ? 1 : 0 }), 'holds'],
  ['met in a fork that ran beside it', (script: string, number: number) => ({ code: script === 'met' && number === 3 ? 1 : 0 }), 'broken'],
  ['met in a later fork', (script: string, number: number) => ({ code: script === 'met' && number === 2 ? 1 : 0 }), 'broken'],
  ['not met in its own fork', (script: string) => ({ code: script === 'met' ? 1 : 0 }), 'unverified'],
  ['looked for by a program that fails', (script: string, number: number) => ({ code: script === 'met' && number !== 1 ? 2 : 0 }), 'unverified'],
  ['refused', (script: string) => ({ code: script === 'plant' ? 77 : 0, says: 'no such thing here' }), 'unsupported'],
  ['not to be planted', (script: string) => ({ code: script === 'plant' ? 1 : 0 }), 'unverified'],
])('a residue that is %s', async (_, answer, state) => {
  expect((await on(left, (script, { number }) => answer(script, number))).state).toBe(state)
})

test('a residue that only root can leave is unsupported where no fork has one', async () => {
  expect((await on(residue({ plant: 'plant', met: 'met', clean: 'clean', user: 'root' }), () => ({}))).state).toBe('unsupported')
})

test('a residue is cleaned away where it was met, and only there', async () => {
  const cleaned: number[] = []
  await on(left, (script, { number }) => {
    if (script === 'clean') cleaned.push(number)
    return { code: script === 'met' && number === 2 ? 1 : 0 }
  })
  expect(cleaned).toEqual([3])
})

test.each([
  ['the same', () => 'a\nb\n', 'holds'],
  ['other after the first seal', (seals: number) => seals === 1 ? 'a\nc\n' : 'a\nb\n', 'broken'],
  ['other after the second seal', (seals: number) => seals === 2 ? 'a\nc\n' : 'a\nb\n', 'broken'],
  ['fewer', (seals: number) => seals > 0 ? 'a\n' : 'a\nb\n', 'broken'],
  ['more', (seals: number) => seals > 0 ? 'a\nb\nc\n' : 'a\nb\n', 'broken'],
  ['none from the beginning', () => '', 'unverified'],
])('facts that are %s', async (_, facts, state) => {
  expect((await on(kept({ make: 'make', facts: 'facts' }), (script, { seals }) => ({ says: script === 'facts' ? facts(seals) : '' }))).state).toBe(state)
})

test.each([
  ['different', ['x', 'x', 'y'], 'holds'],
  ['different', ['x', 'x', 'x'], 'broken'],
  ['different', ['x', 'y', 'z'], 'broken'],
  ['same', ['x', 'x'], 'holds'],
  ['same', ['x', 'y'], 'broken'],
] as const)('acts that are to have %s digests and have %s', async (expected, found, state) => {
  expect((await on(digests({ one: 'a', other: 'b', digests: expected }), () => ({}), (number) => found[number - 1]!)).state).toBe(state)
})

test.each([
  ['alike', () => ({ says: 'x' }), 'holds'],
  ['unlike to the verifier alone', (number: number, user: string) => ({ says: user === 'verifier' ? String(number) : 'x' }), 'broken'],
  ['unlike in the last', (number: number) => ({ says: number === 3 ? 'y' : 'x' }), 'broken'],
  ['silent in one', (number: number) => ({ says: number === 2 ? '' : 'x' }), 'unverified'],
])('forks that are %s', async (_, answer, state) => {
  expect((await on(alike({ show: 'show' }), (_script, { number, user }) => answer(number, user))).state).toBe(state)
})
