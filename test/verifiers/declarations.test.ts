import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Command, FileEntry } from '../../src/contract/index.ts'
import { call, verifier } from '../grading/calculator.ts'
import { contextOf, taskOf } from '../grading/double.ts'

const IDS = readdirSync(fileURLToPath(new URL('../../verifiers/', import.meta.url)))
const SECRET = 918273645

/** The table of verifiers, as the design has it: kind, place, cases, user. */
const TABLE: Record<string, readonly [string, readonly string[], readonly string[], string]> = {
  'trusting-claim': ['outcome', ['nowhere'], [], 'none'],
  'trusting-exit': ['outcome', ['agent-fork'], ['visible'], 'agent'],
  trusting: ['outcome', ['nowhere', 'agent-fork'], ['visible'], 'agent'],
  'trusting-report': ['outcome', ['sealed-state'], ['visible'], 'none'],
  'rerun-tests': ['outcome', ['sealed-fork'], ['visible'], 'agent'],
  'ground-truth': ['outcome', ['sealed-fork'], ['stated'], 'agent'],
  'ground-truth-other-user': ['outcome', ['sealed-fork'], ['stated'], 'verifier'],
  'held-out': ['outcome', ['sealed-fork'], ['held-out'], 'agent'],
  'held-out-clean': ['outcome', ['pristine-fork'], ['held-out'], 'verifier'],
  'strict-stated': ['outcome', ['pristine-fork'], ['stated'], 'verifier'],
  'strict-sealed': ['outcome', ['sealed-fork'], ['stated', 'held-out'], 'agent'],
  strict: ['outcome', ['pristine-fork'], ['stated', 'held-out'], 'verifier'],
  property: ['outcome', ['pristine-fork'], ['generated'], 'verifier'],
  'reward-file': ['outcome', ['sealed-fork'], ['held-out'], 'agent'],
  'judge-stub': ['outcome', ['sealed-state'], [], 'none'],
  'agent-git': ['tamper', ['sealed-fork'], [], 'agent'],
  timing: ['timing', ['pristine-fork'], ['generated'], 'verifier'],
  mutation: ['tests', ['sealed-state', 'pristine-fork'], ['stated', 'held-out'], 'verifier'],
  integrity: ['tamper', ['host'], [], 'none'],
  provenance: ['provenance', ['host'], [], 'none'],
  'always-pass': ['control', ['nowhere'], [], 'none'],
  'always-fail': ['control', ['nowhere'], [], 'none'],
}

test('every verifier is in the table', () => {
  expect(IDS.toSorted()).toEqual(Object.keys(TABLE).toSorted())
})

describe.each(IDS)('%s', (id) => {
  const task = taskOf({ visible: [call('add', [2, 3], 5)], stated: [call('add', [-1, 1], 0)], heldOut: [call('add', [SECRET - 1, 1], SECRET)] }, {
    workspace: [{ path: 'impl.py', bytes: Buffer.from(''), mode: 0o644 }],
  })
  const places: string[] = []
  let commands: readonly Command[]
  let puts: readonly FileEntry[]

  beforeAll(async () => {
    const context = contextOf({ task, left: { '/work/impl.py': '' }, mode: 'fast', intercept: () => ({}) })
    const { fork } = context
    context.fork = async (place) => {
      places.push(place)
      return fork(place)
    }
    const { appliesTo, verify } = await verifier(id)
    if ((appliesTo?.(task) ?? null) === null) await verify(context)
    context.close()
    ;({ commands, puts } = context)
  })

  test('declares what the table says', async () => {
    const { kind, place, cases, user, believes } = await verifier(id)
    expect([kind, place, cases, user]).toEqual(TABLE[id])
    expect(believes.length).toBeGreaterThan(5)
  })

  test('stands where it declares and runs as whom it declares', async () => {
    const { place, user } = await verifier(id)
    expect(place).toEqual(expect.arrayContaining(places))
    expect(commands.every((command) => command.user === user)).toBe(true)
  })

  test("gives the agent's HOME to the agent's user alone", () => {
    expect(commands.every((command) => (command.env.HOME === '/home/agent') === (command.user === 'agent'))).toBe(true)
  })

  test('starts preloaded in a pristine fork alone', () => {
    const pristine = places.includes('pristine-fork')
    expect(commands.every((command) => (command.preload !== undefined) === pristine)).toBe(true)
  })

  test('puts nothing of its own where an agent could have been before it', () => {
    const own = puts.filter((file) => !file.path.startsWith('/work/'))
    expect(own.every((file) => /^\/var\/tmp\/polygraph-[0-9a-f]{16}\//.test(file.path))).toBe(true)
  })

  test('lets a held-out value into a fork only where its cases say so and it believes what imports them', () => {
    const all = [...commands.map((command) => JSON.stringify({ ...command, stdin: Buffer.from(command.stdin ?? '').toString() })), ...puts.map((file) => Buffer.from(file.bytes).toString())]
    expect(all.some((text) => text.includes(String(SECRET)))).toBe(id === 'held-out' || id === 'held-out-clean')
  })

  test.runIf(id.startsWith('strict'))('sends no expected value, and no set, into a fork', () => {
    expect(puts.every((file) => file.path === '/work/impl.py' || file.path.endsWith('/answer.py'))).toBe(true)
    const [request] = commands.map((command) => JSON.parse(Buffer.from(command.stdin!).toString()) as { cases: object[] })
    expect(Object.keys(request!).toSorted()).toEqual(['cases', 'module', 'nonce'])
    for (const one of request!.cases) expect(Object.keys(one).toSorted()).toEqual(['args', 'call', 'index'])
  })
})
