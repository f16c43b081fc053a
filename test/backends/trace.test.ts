import { afterEach, beforeEach, expect, test } from 'vitest'
import { shared } from '../../src/backends/shared.ts'
import type { Traced } from '../../src/backends/trace.ts'
import { trace } from '../../src/backends/trace.ts'
import type { Backend } from '../../src/contract/index.ts'
import { BackendUnavailable } from '../../src/contract/index.ts'
import { LAYOUT, taskFiles } from '../../src/trial/index.ts'
import { ENVIRONMENT, TASK } from '../helpers/catalogue.ts'
import type { Fake } from '../helpers/fake-backend.ts'
import { fakeBackend, unavailable } from '../helpers/fake-backend.ts'

let inner: Fake
let traced: Backend
let told: Traced[]
let broken: string | null
beforeEach(async () => {
  told = []
  broken = null
  let now = 0
  inner = await fakeBackend({ before: (call) => { if (call === broken) throw unavailable(call) } })
  traced = trace(inner, { monotonicMs: () => now++, now: () => new Date(0) }, (call) => told.push(call))
})
afterEach(() => inner.close())

const command = { argv: ['/bin/sh', '-c', 'echo out; echo err >&2; exit 3'], user: 'agent', cwd: '/tmp', env: {}, wallSeconds: 10 } as const
const BOUNDS = { files: 9, bytesPerFile: 99, bytes: 999 }

test('tells of every command, put, get and seal once it is over, in every fork of every state', async () => {
  const start = await traced.prepare(ENVIRONMENT, taskFiles(TASK), LAYOUT)
  const fork = await start.fork()
  await fork.exec(command)
  await fork.put([{ path: '/workspace/a', bytes: Buffer.from('x'), mode: 0o644, owner: 'agent' }])
  await fork.get(['/workspace/a'], BOUNDS)
  const sealed = await fork.seal()
  const second = await sealed.fork()
  await second.exec(command)
  await second.discard()
  expect(told.map(({ call }) => call)).toEqual(['exec', 'put', 'get', 'seal', 'exec'])
  expect(told[0]).toMatchObject({ failed: null, command, result: { exitCode: 3 } })
  expect(told[3]).toMatchObject({ result: sealed.digest })
  expect(told.every((each) => each.endedMs > each.startedMs)).toBe(true)
  expect(new Set(told.map((each) => each.fork)).size).toBe(2)
  expect(told[0]!.fork).toBe(told[3]!.fork)
})

test('changes nothing: states, policy, results and what is thrown', async () => {
  const [own, plain] = [await traced.prepare(ENVIRONMENT, [], LAYOUT), await inner.prepare(ENVIRONMENT, [], LAYOUT)]
  expect(own.digest).toBe(plain.digest)
  expect(own.base).toBe(plain.base)
  const fork = await own.fork()
  broken = 'exec'
  await expect(fork.exec(command)).rejects.toThrow(BackendUnavailable)
  expect(told).toEqual([expect.objectContaining({ call: 'exec', failed: 'the double was told to fail at exec', result: undefined })])
  broken = 'seal'
  await expect(fork.seal()).rejects.toThrow('the double was told to fail at seal')
  expect(told[1]).toMatchObject({ call: 'seal', result: undefined })
})

test('traces the box of shared(X) as well', async () => {
  const box = shared(traced)
  const start = await box.prepare(ENVIRONMENT, taskFiles(TASK), LAYOUT)
  await (await start.fork()).exec(command)
  await box.close()
  expect(told.map(({ call }) => call)).toContain('exec')
})
