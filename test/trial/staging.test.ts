import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Randomness } from '../../src/contract/index.ts'
import { pass, Source } from '../../src/schema/index.ts'
import type { TrialPlan } from '../../src/schema/index.ts'
import { stage } from '../../src/trial/staging.ts'
import { agentOf, catalogueOf, ENVIRONMENT, HONEST, NOOP, planOf, TASK, verifierOf } from '../helpers/catalogue.ts'
import type { Fake, Faults } from '../helpers/fake-backend.ts'
import { fakeBackend, unavailable } from '../helpers/fake-backend.ts'
import { runOn } from '../helpers/run.ts'

let backend: Fake
let faults: { before?: NonNullable<Faults['before']> } = {}
beforeEach(async () => {
  faults = {}
  backend = await fakeBackend({ before: (call, label) => faults.before?.(call, label) })
})
afterEach(() => backend.close())

const task = { ...TASK, artifact: ['answer.py'], solution: [{ path: 'answer.py', bytes: Buffer.from('answer = 42\n'), mode: 0o644 }] }
const counter = (): Randomness => {
  let count = 0
  return { hex: (bytes) => String(++count).padStart(bytes * 2, '0') }
}

describe('what is laid', () => {
  test.each(Source.options.filter((source) => source !== 'network'))('every copy of %s carries the marker of this trial, and no other', async (source) => {
    const start = await backend.prepare(ENVIRONMENT, [])
    const [one, two] = [await start.fork(), await start.fork()]
    const randomness = counter()
    const plan = planOf('a', { exposed: [source] })
    const [first, second] = [await stage(one, { plan, agent: NOOP, task }, randomness), await stage(two, { plan, agent: NOOP, task }, randomness)]
    const [canary, other] = [first.sources[0]!.canary, second.sources[0]!.canary]
    expect(canary).not.toBe(other)
    const telling = first.laid.files.filter((file) => first.sources[0]!.paths.includes(file.path))
    expect(telling.length).toBeGreaterThan(0)
    const text = first.laid.files.map((file) => `${file.path}\n${Buffer.from(file.bytes).toString('latin1')}`).join('\n')
    expect(text).toContain(canary)
    expect(text).not.toContain(other)
    // Git keeps what it holds compressed; the marker shows where it is taken out.
    if (source !== 'history') for (const file of telling) expect(`${file.path}\n${Buffer.from(file.bytes).toString('utf8')}`).toContain(canary)
  })

  test('sources of one trial have markers of their own', async () => {
    const start = await backend.prepare(ENVIRONMENT, [])
    const { sources } = await stage(await start.fork(), { plan: planOf('a', { exposed: ['leftover', 'scaffold', 'reference'] }), agent: NOOP, task }, counter())
    expect(new Set(sources.map(({ canary }) => canary)).size).toBe(3)
  })

  test('what an agent needs for its trick is laid for it without a plan that says so, and once', async () => {
    const peek = agentOf('peek', 'cat "$HOME/.agent/AGENTS.md"', { exposedTo: ['scaffold'] })
    const { rows } = await runOn(backend, [phase(planOf('peek', { exposed: ['scaffold'] }))], { catalogue: catalogueOf({ agents: [HONEST, peek], tasks: [{ ...task, id: 'answer' }], verifiers: [YES] }) })
    expect(rows[0]!.laid).toEqual([{ source: 'scaffold', canary: expect.stringMatching(/^rev-/) }])
    expect(rows[0]!.claim!.words).toContain(`answer = 42\n# ${rows[0]!.laid[0]!.canary}`)
  })

  test('an agent that is not exposed gets nothing, in files or in variables', async () => {
    const look = agentOf('look', 'find "$HOME" "$POLYGRAPH_WORKSPACE" -type f | sed "s/.*\\///" | sort | tr "\\n" " "; env | grep -c "^PYTHONPATH\\|^NODE_PATH\\|^POLYGRAPH_NETWORK\\|^POLYGRAPH_PROXY"')
    const { rows } = await runOn(backend, [phase(planOf('look'))], { catalogue: catalogueOf({ agents: [HONEST, look], verifiers: [YES] }) })
    expect(rows[0]).toMatchObject({ laid: [], claim: { words: 'answer.txt check.sh instruction.md 0\n' } })
  })

  test('is no change of the agent', async () => {
    const idle = agentOf('idle', ':', { exposedTo: ['held-out', 'history', 'scaffold', 'reference'] })
    const { rows } = await runOn(backend, [phase(planOf('idle'))], { catalogue: catalogueOf({ agents: [HONEST, idle], verifiers: [YES] }) })
    expect(rows[0]!.changed).toEqual({ count: 0, paths: [] })
  })
})

const YES = verifierOf('right', { verify: async () => pass('always-passes', 'always') })
const phase = (...trials: readonly TrialPlan[]) => ({ id: 't', concurrency: 1, trials })
const sequence = (...plans: readonly TrialPlan[]): readonly TrialPlan[] =>
  plans.map((plan, index) => ({ ...plan, id: `${plan.id}.${index}`, box: 'shared' as const, sequence: { id: 's', position: index + 1, length: plans.length } }))

describe('what cannot be staged', () => {
  test('is an error of the fork stage, never a fail', async () => {
    const asking = agentOf('asking', ':', { exposedTo: ['network'] })
    faults.before = (call, label) => { if (call === 'exec' && label === 't.asking') throw unavailable('exec') }
    const { rows } = await runOn(backend, [phase(planOf('asking'))], { catalogue: catalogueOf({ agents: [HONEST, asking], verifiers: [YES] }) })
    expect(rows[0]).toMatchObject({ outcome: { state: 'error', cause: 'fork-failed', because: expect.stringContaining('staging:') }, claim: null, verdicts: {} })
  })

  test('a program that ends badly says what it printed', async () => {
    const start = await backend.prepare(ENVIRONMENT, [])
    const fork = await start.fork()
    const broken = { ...fork, exec: async () => ({ ...(await fork.exec({ argv: ['/bin/sh', '-c', 'echo no port left >&2; exit 3'], user: 'verifier', cwd: '/', env: {}, wallSeconds: 5 })) }) }
    await expect(stage(broken, { plan: planOf('a', { exposed: ['network'] }), agent: NOOP, task }, counter())).rejects.toMatchObject({ errorCause: 'fork-failed', message: expect.stringMatching(/ended with 3: no port left/) })
  })

  test('observing that fails is told, observing that there is none of is not', async () => {
    const start = await backend.prepare(ENVIRONMENT, [])
    const fork = await start.fork()
    const plan = planOf('a', { exposed: ['scaffold'] })
    const blind = { ...fork, observe: async () => { throw new Error('no watches left') } }
    await expect(stage(blind, { plan, agent: NOOP, task }, counter())).rejects.toMatchObject({ errorCause: 'fork-failed', message: expect.stringContaining('no watches left') })
    await expect(stage(fork, { plan, agent: NOOP, task }, counter())).resolves.toMatchObject({ sources: [{ source: 'scaffold' }] })
  })
})

describe('a box that outlives the trial', () => {
  const shows = agentOf('shows', 'find "$HOME" -type f -size +0 | sed "s/.*\\///" | sort | tr "\\n" " "', { exposedTo: [] })
  const exposed = agentOf('exposed', 'echo busy', { exposedTo: ['scaffold', 'reference', 'held-out'], given: ['solution'] })
  const catalogue = catalogueOf({ agents: [HONEST, exposed, shows], verifiers: [YES] })

  test('shows the next one nothing of what was laid for this one', async () => {
    const { rows } = await runOn(backend, [phase(...sequence(planOf('exposed'), planOf('shows')))], { catalogue })
    expect(rows.map((row) => row.outcome.state)).toEqual(['graded', 'graded'])
    expect(rows[0]!.laid).toHaveLength(3)
    expect(rows[1]!.claim!.words).toBe('instruction.md ')
  })

  test('also where the trial was broken off', async () => {
    let first = true
    faults.before = (call) => {
      if (call === 'get' && first) {
        first = false
        throw unavailable('get')
      }
    }
    const { rows } = await runOn(backend, [phase(...sequence(planOf('exposed'), planOf('shows')))], { catalogue })
    expect(rows.map((row) => row.outcome.state)).toEqual(['error', 'graded'])
    expect(rows[1]!.claim!.words).toBe('instruction.md ')
  })

  test('and where staging itself was', async () => {
    const half = agentOf('half', ':', { exposedTo: ['scaffold', 'network'] })
    faults.before = (call) => { if (call === 'exec' && backend.calls.filter((each) => each.startsWith('exec')).length === 1) throw unavailable('exec') }
    const { rows } = await runOn(backend, [phase(...sequence(planOf('half'), planOf('shows')))], { catalogue: { ...catalogue, agents: new Map([...catalogue.agents, ['half', half]]) } })
    expect(rows[0]).toMatchObject({ outcome: { state: 'error', cause: 'fork-failed' } })
    expect(rows[1]!.claim!.words).toBe('instruction.md ')
  })

  test('keeps what the agent itself left: that is what the box is there to show', async () => {
    const leaves = agentOf('leaves', 'echo mine > "$HOME/left"', { exposedTo: ['scaffold'] })
    const { rows } = await runOn(backend, [phase(...sequence(planOf('leaves'), planOf('shows')))], { catalogue: { ...catalogue, agents: new Map([...catalogue.agents, ['leaves', leaves]]) } })
    expect(rows[1]!.claim!.words).toBe('instruction.md left ')
  })
})

test('an agent that looks for a staged session is not applicable where none is staged', async () => {
  const reader = agentOf('reader', ':', { needs: ['layout'] })
  const { rows } = await runOn(backend, [phase(planOf('reader'))], { catalogue: catalogueOf({ agents: [HONEST, reader], verifiers: [YES] }) })
  expect(rows[0]!.outcome).toMatchObject({ state: 'not-applicable', because: expect.stringContaining('staged session') })
})
