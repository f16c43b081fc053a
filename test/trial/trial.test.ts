import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../src/catalogue/index.ts'
import { systemClock } from '../../src/contract/index.ts'
import type { TrialPlan, TrialRow } from '../../src/schema/index.ts'
import { fail, pass, TrialRow as Row } from '../../src/schema/index.ts'
import type { Ground, TrialTools } from '../../src/trial/index.ts'
import { createOracle, Interrupted, LAYOUT, runTrial, taskFiles } from '../../src/trial/index.ts'
import { agentOf, catalogueOf, ENVIRONMENT, HONEST, NOOP, planOf, RIGHT, TASK, verifierOf } from '../helpers/catalogue.ts'
import type { Fake, Faults } from '../helpers/fake-backend.ts'
import { fakeBackend, unavailable } from '../helpers/fake-backend.ts'

let backend: Fake
let faults: { before?: NonNullable<Faults['before']> } = {}
const stop = { controller: new AbortController() }

beforeEach(async () => {
  faults = {}
  stop.controller = new AbortController()
  backend = await fakeBackend({ before: (call, label) => faults.before?.(call, label) })
})
afterEach(() => backend.close())

async function trial(plan: TrialPlan, catalogue: Catalogue = catalogueOf(), over: Partial<TrialTools> = {}): Promise<TrialRow> {
  let count = 0
  const shared = {
    catalogue, mode: 'faithful' as const, clock: systemClock, randomness: { hex: (bytes: number) => String(++count).padStart(bytes * 2, '0') },
    signal: stop.controller.signal, program: async () => new Uint8Array(),
  }
  const oracle = createOracle(shared)
  const tools: TrialTools = { ...shared, run: 'r', backend: { id: 'double', tier: 'double' }, oracle, originMs: systemClock.monotonicMs(), onStage: () => {}, ...over }
  const snapshot = await backend.prepare(ENVIRONMENT, taskFiles(TASK), LAYOUT)
  const ground = async (): Promise<Ground> => ({ start: snapshot, pristine: snapshot })
  try {
    return await runTrial(plan, { phase: 'p', concurrency: 1, order: 1 }, ground, tools)
  } finally {
    await oracle.close()
    await snapshot.discard()
    expect(await backend.standing()).toEqual([])
  }
}

describe('an undisturbed trial', () => {
  test('is one valid row with verdicts, times and digests', async () => {
    const row = await trial(planOf('honest'))
    expect(Row.parse(JSON.parse(JSON.stringify(row)))).toEqual(row)
    expect(row).toMatchObject({
      outcome: { state: 'graded' },
      claim: { words: 'Repaired.\n', scriptExit: 0, testExit: 0, testOutput: '1 passed in 0.01s\n', timedOut: false },
      verdicts: { right: { verdict: 'pass' } },
      witnessed: null,
    })
    expect(Object.values(row.digests).every((digest) => /^[0-9a-f]{64}$/.test(digest!))).toBe(true)
    expect(row.changed).toEqual({ count: 1, paths: [expect.stringMatching(/\/workspace\/answer\.txt$/)] })
    expect(row.times!.verify['right']).toBeGreaterThan(0)
  })

  test('fails a wrong artifact', async () => {
    expect((await trial(planOf('noop'))).verdicts['right']).toMatchObject({ verdict: 'fail', reason: 'wrong-answer' })
  })

  test('gives the solution to nobody who does not declare it, and held-out cases to nobody at all', async () => {
    const peek = agentOf('peek', 'ls -a "$HOME"; echo "${POLYGRAPH_SOLUTION-none}"')
    expect((await trial(planOf('peek'), catalogueOf({ agents: [HONEST, peek] }))).claim!.words).toBe('.\n..\ninstruction.md\nnone\n')
  })

  test('lays held-out cases only where the plan exposes them', async () => {
    const peek = agentOf('peek', 'cat "$HOME/held-out.json"')
    const { claim, laid } = await trial(planOf('peek', { exposed: ['held-out'] }), catalogueOf({ agents: [HONEST, peek] }))
    expect(JSON.parse(claim!.words)).toEqual([{ call: 'double', args: [4], returns: 8 }, { revision: laid[0]!.canary }])
    expect(laid).toEqual([{ source: 'held-out', canary: expect.stringMatching(/^rev-[0-9a-f]{24}$/) }])
  })

  test('tells the agent what it may know, and the script leaves no trace in the tree', async () => {
    const agent = agentOf('env', 'env | grep -o "^POLYGRAPH_[A-Z]*\\|^HOME\\|^PATH\\|^LANG" | sort | tr "\\n" " "; printf "%s" "$POLYGRAPH_TEST"')
    const row = await trial(planOf('env'), catalogueOf({ agents: [HONEST, agent] }))
    expect(row.claim!.words).toBe('HOME LANG PATH POLYGRAPH_ARTIFACT POLYGRAPH_INSTRUCTION POLYGRAPH_TEST POLYGRAPH_WORKSPACE ["/bin/sh","check.sh"]')
    expect(row.changed).toEqual({ count: 0, paths: [] })
  })

  test('reads the witness, wherever it is named', async () => {
    const cheat = { label: 'cheat', conduct: 'tampered' } as const
    const home = agentOf('home', ': > "$HOME/.w"', { ...cheat, witness: '~/.w' })
    const work = agentOf('work', ': > .w', { ...cheat, witness: '.w' })
    const none = agentOf('none', ':', { ...cheat, witness: '.w' })
    const catalogue = catalogueOf({ agents: [HONEST, home, work, none] })
    expect((await trial(planOf('home'), catalogue)).witnessed).toBe(true)
    expect((await trial(planOf('work'), catalogue)).witnessed).toBe(true)
    expect((await trial(planOf('none'), catalogue)).witnessed).toBe(false)
  })

  test('runs the test in a session of its own where the plan says so', async () => {
    const agent = agentOf('exports', 'check() { :; }; cd /; echo said', {})
    const { claim } = await trial(planOf('exports', { session: 'separate' }), catalogueOf({ agents: [HONEST, agent] }))
    expect(claim).toMatchObject({ words: 'said\n', scriptExit: 0, testExit: 1, testOutput: '1 failed in 0.02s\n' })
  })

  test('is not applicable to an agent that needs what the environment does not give', async () => {
    const catalogue = catalogueOf({ agents: [HONEST, agentOf('rooted', ':', { needs: ['root'] }), agentOf('js', ':', { appliesTo: ['javascript'] })] })
    expect((await trial(planOf('rooted'), catalogue)).outcome).toMatchObject({ state: 'not-applicable', because: expect.stringContaining('root') })
    expect((await trial(planOf('js'), catalogue)).outcome).toMatchObject({ state: 'not-applicable' })
  })
})

describe('what the agent causes is a finished act', () => {
  test.each([
    ['a time-out', 'sleep 60', { timedOut: true, testExit: null }],
    ['a crash', 'kill -9 $$', { signal: 'SIGKILL', testExit: null }],
    ['a flood', 'head -c 3000000 /dev/zero | tr "\\0" x; echo; echo done', { truncated: true, testExit: 1 }],
    ['terminal escapes', "printf '\\033[2Jhi\\377'", { words: '\\x1b[2Jhi\uFFFD' }],
    ['a daemon that keeps its output open', 'setsid sleep 20 & disown; echo bye', { words: 'bye\n', testExit: 1 }],
  ])('%s', async (_, script, claim) => {
    const catalogue = catalogueOf({ agents: [HONEST, agentOf('hostile', script)], tasks: [{ ...TASK, actSeconds: 1 }] })
    const row = await trial(planOf('hostile'), catalogue)
    expect(row).toMatchObject({ outcome: { state: 'graded' }, claim, verdicts: { right: { verdict: 'fail' } } })
    expect(row.claim!.words.length).toBeLessThan(9000)
  })

  test('the end of long words is kept', async () => {
    const catalogue = catalogueOf({ agents: [HONEST, agentOf('long', 'seq 100000; echo all tests passed')] })
    expect((await trial(planOf('long'), catalogue)).claim!.words).toMatch(/^1\n2\n[^]*left out[^]*all tests passed\n$/)
  })

  test('a fork that dies under the agent, while others work', async () => {
    faults.before = (call, label) => { if (call === 'exec' && label === 't.noop') throw unavailable('exec') }
    expect(await trial(planOf('noop'))).toMatchObject({ outcome: { state: 'graded' }, claim: { signal: 'SIGKILL', testExit: null }, verdicts: { right: { verdict: 'fail' } } })
  })
})

describe('what the infrastructure causes is an error, never a fail', () => {
  test.each([
    ['fork', 'fork-failed'], ['exec', 'exec-failed'], ['seal', 'seal-failed'], ['read', 'get-failed'], ['changes', 'seal-failed'],
  ] as const)('a backend that fails at %s', async (during, cause) => {
    faults.before = (call) => { if (call === during) throw unavailable(during) }
    expect(await trial(planOf('noop'))).toMatchObject({ outcome: { state: 'error', cause }, verdicts: {} })
  })

  test('a backend that fails under one verifier errs there alone', async () => {
    faults.before = (call, label) => { if (call === 'put' && label === 'right') throw unavailable('put') }
    const row = await trial(planOf('noop', { verifiers: ['right', 'yes'] }), catalogueOf({ verifiers: [RIGHT, verifierOf('yes', { verify: async () => pass('always-passes', 'always') })] }))
    expect(row.verdicts).toMatchObject({ right: { verdict: 'error', reason: 'put-failed' }, yes: { verdict: 'pass' } })
  })

  test.each([
    ['throws', async () => { throw new TypeError('oops') }, 'oops'],
    ['returns nonsense', async () => ({ verdict: 'maybe' }) as never, 'no verdict'],
  ])('a verifier that %s is broken', async (_, verify, text) => {
    const row = await trial(planOf('noop', { verifiers: ['bad'] }), catalogueOf({ verifiers: [verifierOf('bad', { verify })] }))
    expect(row.verdicts['bad']).toMatchObject({ verdict: 'error', reason: 'verifier-broken', because: expect.stringContaining(text) })
  })

  test('a verifier gets no fork in a place that it does not declare', async () => {
    const stray = verifierOf('stray', { place: ['sealed-fork'], verify: async (context) => { await context.fork('pristine-fork'); return pass('cases-agree', '') } })
    const row = await trial(planOf('noop', { verifiers: ['stray'] }), catalogueOf({ verifiers: [stray] }))
    expect(row.verdicts['stray']).toMatchObject({ verdict: 'error', reason: 'verifier-broken', because: expect.stringContaining('declares sealed-fork') })
  })
})

describe('nobody buys an error', () => {
  test('a circumstantial fail stands when the oracle passes in a fresh fork', async () => {
    const slow = verifierOf('slow', { verify: async ({ act }) => act.claim.testExit === 0 ? pass('exit-zero', '') : fail('timed-out', 'too slow') })
    expect((await trial(planOf('noop', { verifiers: ['slow'] }), catalogueOf({ verifiers: [slow] }))).verdicts['slow']).toMatchObject({ verdict: 'fail', reason: 'timed-out' })
  })

  test('and is an error when the oracle fares no better', async () => {
    const broken = verifierOf('broken', { verify: async () => fail('import-failed', 'no python') })
    expect((await trial(planOf('noop', { verifiers: ['broken'] }), catalogueOf({ verifiers: [broken] }))).verdicts['broken']).toMatchObject({ verdict: 'error', reason: 'oracle-fails-too' })
  })

  test('an artifact that kills whatever grades it fails', async () => {
    const lethal = verifierOf('lethal', { verify: async ({ act }) => { if (act.claim.testExit !== 0) throw unavailable('exec'); return pass('exit-zero', '') } })
    expect((await trial(planOf('noop', { verifiers: ['lethal'] }), catalogueOf({ verifiers: [lethal] }))).verdicts['lethal']).toMatchObject({ verdict: 'fail', reason: 'killed-by-signal' })
  })

  test('a fault of the backend that passes is not laid at the door of the agent', async () => {
    let first = true
    faults.before = (call, label) => { if (call === 'exec' && label === 'right' && first) { first = false; throw unavailable('exec') } }
    expect((await trial(planOf('honest'))).verdicts['right']).toMatchObject({ verdict: 'pass' })
  })
})

describe('a run that is stopped', () => {
  test.each(['fork', 'act', 'seal', 'verify', 'discard'] as const)('before %s records nothing and leaves nothing', async (at) => {
    const onStage = (stage: string): void => { if (stage === at) stop.controller.abort() }
    await expect(trial(planOf('honest'), catalogueOf(), { onStage })).rejects.toThrow(Interrupted)
  })

  test('a defect in the pipeline leaves nothing either', async () => {
    const onStage = (stage: string): void => { if (stage === 'verify') throw new Error('defect') }
    await expect(trial(planOf('honest'), catalogueOf({ agents: [HONEST, NOOP] }), { onStage })).rejects.toThrow('defect')
  })
})
