import { afterEach, beforeEach, expect, test } from 'vitest'
import { shared } from '../../src/backends/shared.ts'
import type { Backend, Fork, Snapshot } from '../../src/contract/index.ts'
import { ENVIRONMENT } from '../helpers/catalogue.ts'
import type { Fake } from '../helpers/fake-backend.ts'
import { fakeBackend, unavailable } from '../helpers/fake-backend.ts'

let inner: Fake
let box: Backend
let start: Snapshot

const KNOWN = '/workspace/impl.py'
const BOUNDS = { files: 10, bytesPerFile: 1000, bytes: 10_000 }

beforeEach(async () => {
  inner = await fakeBackend()
  box = shared(inner)
  start = await box.prepare(ENVIRONMENT, [{ path: KNOWN, bytes: Buffer.from('known'), mode: 0o644, owner: 'agent' }])
})
afterEach(() => inner.close())

async function run(fork: Fork, script: string): Promise<string> {
  const done = await fork.exec({ argv: ['/bin/sh', '-c', script], user: 'agent', cwd: fork.policy.workspace, env: { HOME: fork.policy.home, PATH: '/usr/bin:/bin' }, wallSeconds: 10 })
  return Buffer.from(done.stdout).toString()
}

test('is one box: what an agent leaves in its HOME meets the next one', async () => {
  const first = await start.fork()
  await run(first, 'echo poison > "$HOME/left"; echo wrong > impl.py')
  await first.seal()
  await first.discard()
  const second = await start.fork()
  expect(await run(second, 'cat "$HOME/left" impl.py')).toBe('poison\nknown')
})

test('resets only the files given to prepare', async () => {
  await run(await start.fork(), 'echo other > other.py; rm impl.py')
  expect(await run(await start.fork(), 'cat other.py impl.py')).toBe('other\nknown')
})

test('a sealed state is the box as it is by then: nothing was killed and nothing frozen', async () => {
  const fork = await start.fork()
  await run(fork, '(sleep 0.3; echo late > late) >/dev/null 2>&1 &')
  const sealed = await fork.seal()
  const [before] = await sealed.read(['/workspace/late'], BOUNDS)
  expect(before?.state).toBe('missing')
  await new Promise((resolve) => setTimeout(resolve, 600))
  const [after] = await sealed.read(['/workspace/late'], BOUNDS)
  expect(after?.state).toBe('file')
})

test('a fork of a sealed state is the box without a reset', async () => {
  const fork = await start.fork()
  await run(fork, 'echo wrong > impl.py')
  const verifying = await (await fork.seal()).fork()
  expect(await run(verifying, 'cat impl.py')).toBe('wrong\n')
})

test('says that it can list no changes', async () => {
  expect(await (await (await start.fork()).seal()).changes(BOUNDS)).toEqual({ changes: [], complete: false })
})

test('digests tell known files apart and nothing else', async () => {
  const fork = await start.fork()
  const untouched = (await fork.seal()).digest
  await run(fork, 'echo other > other.py')
  expect((await fork.seal()).digest).toBe(untouched)
  await run(fork, 'echo wrong > impl.py')
  expect((await fork.seal()).digest).not.toBe(untouched)
  expect(untouched).toMatch(/^[0-9a-f]{64}$/)
})

test('makes one fork of X in all, and gives it back when closed', async () => {
  for (let trial = 0; trial < 3; trial++) await (await start.fork()).discard()
  expect(inner.calls.filter((call) => call.startsWith('fork'))).toHaveLength(1)
  expect(await inner.standing()).toHaveLength(2)
  await box.close()
  await box.close()
  expect(await inner.standing()).toEqual([])
})

test('two boxes of one backend know nothing of each other', async () => {
  const other = shared(inner)
  const there = await (await other.prepare(ENVIRONMENT, [])).fork()
  await run(await start.fork(), 'echo poison > "$HOME/left"')
  expect(await run(there, 'ls "$HOME"')).toBe('')
})

test('a box that can not be made leaves nothing behind', async () => {
  const failing = await fakeBackend({ before: (call) => { if (call === 'fork') throw unavailable('fork') } })
  await expect(shared(failing).prepare(ENVIRONMENT, [])).rejects.toThrow('fork')
  expect(await failing.standing()).toEqual([])
})
