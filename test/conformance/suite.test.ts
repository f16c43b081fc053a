import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { LoadedProbe } from '../../src/conformance/index.ts'
import { runSuite, selfTest } from '../../src/conformance/index.ts'
import type { Backend, Fork } from '../../src/contract/index.ts'
import { BackendUnavailable, holds, holdsIf, systemClock, systemRandomness } from '../../src/contract/index.ts'
import type { Environment, ProbeResult } from '../../src/schema/index.ts'
import { Limits } from '../../src/schema/index.ts'
import { fakeBackend, type Fake } from '../helpers/fake-backend.ts'
import { probeOf, programProbe } from './made.ts'

const environment: Environment = { id: 'python', dir: '/none', digest: 'd', suite: 'bookworm', packages: ['x'], writable: 'home-and-workspace', network: 'none', users: { agent: 'agent', verifier: 'verifier' }, limits: Limits.parse({}), env: {} }
let backend: Fake
let whole: Fake
beforeEach(async () => { [backend, whole] = [await fakeBackend(), await fakeBackend()] })
afterEach(async () => {
  await backend.close()
  await whole.close()
})

const exitCode = probeOf('exec/exit', async ({ fork, shell }) => {
  const { exitCode: code } = await shell(await fork(), 'exit 7')
  return holdsIf(code === 7, `7 came as ${String(code)}`)
})

async function run(probes: readonly LoadedProbe[], over: { readonly backend?: Backend; readonly whole?: Backend | null; readonly concurrency?: number } = {}): Promise<readonly ProbeResult[]> {
  const under = over.backend ?? backend
  const ready = await under.readiness()
  if (!ready.ready) throw new Error(ready.because)
  return runSuite({
    probes, backend: under, ready, whole: over.whole === undefined ? whole : over.whole, concurrency: over.concurrency ?? 2, catalogue: { environments: new Map([['python', environment]]) },
    clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal,
  })
}

const changed = (inner: Backend, change: (fork: Fork) => Partial<Fork>): Backend => ({
  ...inner,
  prepare: async (...asked) => {
    const snapshot = await inner.prepare(...asked)
    return { ...snapshot, fork: async (options) => { const fork = await snapshot.fork(options); return { ...fork, ...change(fork) } } }
  },
})

describe('a suite', () => {
  test('a probe that holds here and fails on its broken backend passes', async () => {
    expect(await run([exitCode])).toMatchObject([{ id: 'exec/exit', outcome: 'pass', counted: true, evidence: '7 came as 7', control: { backend: 'loses-exit-codes', failed: true, evidence: '7 came as 0' } }])
  })

  test('a backend that breaks the promise fails, with what was seen', async () => {
    const wrong = changed(backend, (fork) => ({ exec: async (command) => ({ ...await fork.exec(command), exitCode: 1 }) }))
    expect(await run([exitCode], { backend: wrong })).toMatchObject([{ outcome: 'fail', because: 'contract.exec is declared and not met', evidence: '7 came as 1' }])
  })

  test('a probe that can not fail is not counted', async () => {
    expect(await run([probeOf('exec/blind', async () => holds('always'))])).toMatchObject([{ outcome: 'unverified', counted: false, because: 'its control did not fail: always' }])
  })

  test('a control that only crashes shows nothing; the next one named is tried', async () => {
    const crashing = probeOf('exec/crash', async ({ backend: { id }, fork, shell }) => {
      if (id.startsWith('loses-exit-codes')) throw new BackendUnavailable('exec', 'gone')
      const { stdout } = await shell(await fork(), 'echo out; echo err >&2')
      return holdsIf(!Buffer.from(stdout).toString().includes('err'), 'streams')
    }, { controls: ['loses-exit-codes', 'merges-streams'] })
    expect(await run([crashing])).toMatchObject([{ outcome: 'pass', control: { backend: 'merges-streams', failed: true } }])
    expect(await run([{ ...crashing, controls: ['loses-exit-codes'] }])).toMatchObject([{ outcome: 'unverified', counted: false, control: { failed: false, evidence: 'could not run: exec: gone' } }])
  })

  test('where nothing works to make a broken backend of, no pass is counted', async () => {
    expect(await run([exitCode], { whole: null })).toMatchObject([{ outcome: 'unverified', counted: false, control: null }])
  })

  test.each([
    ['throws BackendUnavailable', async () => { throw new BackendUnavailable('get', 'no answer') }, 'get: no answer'],
    ['throws anything else', async () => { throw new TypeError('x is not a function') }, 'the backend broke the contract: x is not a function'],
  ])('a backend that %s fails the probe, and the suite goes on', async (_, exec, evidence) => {
    const results = await run([exitCode, probeOf('exec/other', async ({ backend: { id } }) => holdsIf(id === 'double', id))], { backend: changed(backend, () => ({ exec })) })
    expect(results[0]).toMatchObject({ outcome: 'fail', because: 'the backend failed the probe', evidence })
    expect(results[1]!.id).toBe('exec/other')
  })

  test('a backend that hangs fails the probe after its time', async () => {
    const hanging = changed(backend, () => ({ exec: () => new Promise(() => {}) }))
    expect(await run([{ ...exitCode, seconds: 0.3 }], { backend: hanging })).toMatchObject([{ outcome: 'fail', evidence: 'no answer within 0.3 s' }])
  })

  test('a tear-down that fails is told', async () => {
    const stuck = changed(backend, () => ({ discard: async () => { throw new BackendUnavailable('discard', 'busy') } }))
    expect(await run([exitCode], { backend: stuck })).toMatchObject([{ outcome: 'fail', evidence: 'its tear-down failed: busy' }])
  })

  test('forks and snapshots of a probe are discarded, whatever happened in it', async () => {
    await run([probeOf('exec/leaves', async ({ prepare, fork }) => {
      await fork(await prepare())
      throw new Error('midway')
    })])
    for (const each of [backend, whole]) expect(each.calls.filter((call) => call.startsWith('fork')).length).toBe(each.calls.filter((call) => call.startsWith('discard')).length)
  })

  test('probes that measure the machine run alone, after the others; results keep the order of the probes', async () => {
    let running = 0
    let most = 0
    const seen: string[] = []
    const one = (id: string, alone: boolean): LoadedProbe => probeOf(id, async ({ backend: { id: of }, sleep }) => {
      if (of !== 'double') return holdsIf(false, 'control')
      running += 1
      if (alone) most = Math.max(most, running)
      await sleep(20)
      running -= 1
      seen.push(id)
      return holds('x')
    }, { alone })
    const results = await run([one('exec/a', true), one('exec/b', false), one('exec/c', false)])
    expect(most).toBe(1)
    expect(seen.at(-1)).toBe('exec/a')
    expect(results.map(({ id }) => id)).toEqual(['exec/a', 'exec/b', 'exec/c'])
  })
})

describe('a program in a fork', () => {
  test.each([
    [0, 'unverified'], [1, 'fail'], [77, 'unsupported'], [78, 'unverified'],
  ])('exit %d', async (code, outcome) => {
    // On the broken backend every exit code is 0, so that one that holds has no control here.
    expect(await run([programProbe('exec/p', `echo seen; exit ${code}`)])).toMatchObject([{ outcome }])
  })

  test('another exit code, a death or silence is no answer', async () => {
    const results = await run([programProbe('exec/p', 'echo seen; exit 3'), programProbe('exec/q', 'kill -9 $$'), programProbe('exec/r', 'exit 0')])
    expect(results.map(({ outcome, evidence }) => [outcome, evidence])).toEqual([
      ['unverified', 'its program ended without an answer: exit 3: seen'],
      ['unverified', 'its program ended without an answer: died of SIGKILL'],
      ['unverified', 'its program ended without an answer: exit 0'],
    ])
  })
})

test('the self-test names each probe with how its control fared', async () => {
  const controls = await selfTest({ probes: [exitCode, probeOf('exec/blind', async () => holds('always'))], whole, concurrency: 2, catalogue: { environments: new Map([['python', environment]]) }, clock: systemClock, randomness: systemRandomness, signal: new AbortController().signal })
  expect(controls.map(({ id, control }) => [id, control?.failed])).toEqual([['exec/exit', true], ['exec/blind', false]])
})
