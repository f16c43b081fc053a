import { expect, test } from 'vitest'
import { alike, besideVerifier, digests, drawn, forgotten, kept, program, residue, unrecorded, type Probe, type ProbeContext } from '../../src/conformance/probe.ts'
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
    exec: async (fork: Fork, argv: readonly string[]) => {
      const { code = 0, says = '' } = answer(argv.at(-1)!, { ...known.get(fork)!, user: 'agent' })
      return execution(code, says)
    },
    run: async (fork: Fork, name: string, { args = [] }: { args?: readonly string[] } = {}) => {
      const { code = 0, says = '' } = answer([name, ...args].join(' '), { ...known.get(fork)!, user: 'agent' })
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

test.each([
  ['that exits with 0', { code: 0, says: 'seen' }, 'holds'],
  ['that exits with 1', { code: 1, says: 'seen' }, 'broken'],
  ['that exits with 77', { code: 77, says: 'none here' }, 'unsupported'],
  ['that exits with 78', { code: 78, says: 'who knows' }, 'unverified'],
  ['that exits with anything else', { code: 2, says: 'a fault' }, 'unverified'],
  ['that prints nothing', { code: 0, says: '' }, 'unverified'],
])('a program %s', async (_, answer, state) => {
  expect((await on(program('one.py', { args: ['a'] }), (script) => script === 'one.py a' ? answer : {})).state).toBe(state)
})

test('a program that is asked after a seal runs in a fork of the sealed state', async () => {
  expect((await on(program('one.py', { sealed: true }), (_script, { seals }) => ({ code: seals === 1 ? 0 : 1, says: 'x' }))).state).toBe('holds')
})

test.each([
  ['each its own', (number: number) => `${number}`, 'holds'],
  ['in two forks the same', (number: number) => `${Math.max(number, 3)}`, 'broken'],
  ['none', () => '', 'unverified'],
])('values of which forks draw %s', async (_, value, state) => {
  expect((await on(drawn('draw'), (script, { number }) => ({ says: script === 'draw' ? value(number) : '' }))).state).toBe(state)
})

test.each([
  ['gone after the seal', (seals: number) => seals === 0 ? 'word' : '', 0, 'holds'],
  ['there after the seal', () => 'a word', 0, 'broken'],
  ['not there before it', () => '', 0, 'unverified'],
  ['not to be made', () => 'word', 77, 'unsupported'],
])('something fleeting that is %s', async (_, says, code, state) => {
  const probe = forgotten({ make: 'make', look: 'look' })
  expect((await on(probe, (script, { seals }) => script === 'make' ? { code, says: 'no' } : { says: says(seals) })).state).toBe(state)
})

test.each([
  ['found nowhere', 'word', 'done', 'holds'],
  ['found in a file', 'word', './file\ndone', 'broken'],
  ['not to be looked for', 'word', 'too much', 'unverified'],
  ['not given at all', '', 'done', 'unverified'],
])('a word that is %s', async (_, given, found, state) => {
  expect((await on(unrecorded(({ exec }, fork, word) => exec(fork, ['give', word])), (script) => ({ says: script === 'word' ? given : found }))).state).toBe(state)
})

test('what is done beside a verifier is done with its number, and not at all where it never says one', async () => {
  const beside = (pid: string): Promise<readonly string[] | null> => {
    const put: string[] = []
    const fork = {
      policy: { workspace: '/w' }, put: async (files: readonly { path: string }[]) => { put.push(...files.map(({ path }) => path)) },
      get: async () => [pid === '' ? { state: 'missing' } : { state: 'file', bytes: Buffer.from(pid) }],
    }
    const context = { fork: async () => fork, shell: async () => ({}), nonce: () => 'n', sleep: async () => {} }
    return besideVerifier(context as unknown as ProbeContext, async (_fork, number) => [number, ...put])
  }
  expect(await beside('7\n')).toEqual(['7', '/w/n/answers'])
  expect(await beside('')).toBe(null)
})
