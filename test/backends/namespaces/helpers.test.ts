import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fork } from '../../../src/contract/index.ts'
import type { Real } from '../../helpers/real.ts'
import { realForks } from '../../helpers/real.ts'
import { childrenOf, descendants, serversOf } from './kit/host.ts'
import { BOUNDS, file, get, made, said, sh, until } from './kit/run.ts'
import type { World } from './kit/tiers.ts'
import { bench, inEachTier } from './kit/tiers.ts'

/** What of its own processes a server has beside it: the one that starts all others leads a session, those for files lead none. */
function helpersOf(world: Pick<World, 'pid'>): { readonly server: number; readonly spawner: number; readonly workers: readonly number[] } {
  const [outer = 0] = serversOf(world)
  const server = descendants(outer)[0] ?? 0
  const own = childrenOf(server).filter((pid) => textOf(pid, 'cmdline').includes('forkserver') && state(pid) !== 'Z')
  const leads = (pid: number): boolean => Number(fields(pid)[3]) === pid
  const spawner = own.find(leads)
  if (spawner === undefined) throw new Error('the server has no spawner')
  // The first process of a fork that is being made ahead looks like them, but is in a namespace of its own.
  return { server, spawner, workers: own.filter((pid) => !leads(pid) && namespaceOf(pid) === namespaceOf(server)) }
}

function namespaceOf(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return ''
  }
}

function textOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
/** State, parent, group and session of a process, as /proc/PID/stat has them after its name. */
const fields = (pid: number): readonly string[] => textOf(pid, 'stat').split(') ').at(-1)!.split(' ')
const state = (pid: number): string => fields(pid)[0] ?? ''
/** Until a process is a zombie its socket takes what nobody will read. */
async function killed(...all: readonly number[]): Promise<void> {
  for (const pid of all) process.kill(pid, 'SIGKILL')
  await until(() => all.every((pid) => ['', 'Z', 'X'].includes(state(pid))), `${all.join(', ')} are dead`)
}
/** A fork is made ahead of each that is asked for; requests are taken in order, so that once a later one is answered it is under way. */
const settled = (fork: Fork): Promise<string> => said(sh(fork, 'true'))
const thrownBy = (call: Promise<unknown>): Promise<unknown> => call.then(() => null, (thrown: unknown) => thrown)
const zombies = (server: number): readonly number[] => childrenOf(server).filter((pid) => state(pid) === 'Z')
const descriptors = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

const GONE = { name: 'BackendUnavailable', message: expect.stringContaining('the process that starts all others ended') }

inEachTier('the process that all commands are cloned from, killed from outside,', (tier) => {
  const b = bench(tier, [file('/workspace/file', 'x')])

  test('ends the next command as BackendUnavailable, and what follows works', async () => {
    const [fork, other] = [await b().fork(), await b().fork()]
    await settled(fork)
    const before = helpersOf(b())
    await killed(before.spawner)
    await expect(sh(fork, 'true')).rejects.toMatchObject({ ...GONE, during: 'exec' })
    expect(await said(sh(fork, 'cat file'))).toBe('x')
    expect(await said(sh(other, 'id -u'))).toMatch(/^\d+\n$/)
    const again = helpersOf(b())
    expect([again.server, again.spawner === before.spawner]).toEqual([before.server, false])
    expect(zombies(again.server)).toEqual([])
  })

  test('ends the next fork as BackendUnavailable, and one after it is made', async () => {
    const start = await b().prepare([file('/workspace/file', 'x')])
    await killed(helpersOf(b()).spawner)
    await expect(start.fork()).rejects.toMatchObject({ ...GONE, during: 'fork' })
    const fork = b().keep(await start.fork())
    const sealed = b().keep(await fork.seal())
    expect(await said(sh(b().keep(await sealed.fork()), 'cat file'))).toBe('x')
  })

  test('leaves what runs already to its end, in its own fork', async () => {
    const fork = await b().fork()
    const running = sh(fork, 'touch began; while ! [ -e go ]; do sleep 0.05; done; echo through')
    await made(fork, '/workspace/began')
    await settled(fork)
    await killed(helpersOf(b()).spawner)
    await expect(sh(fork, 'true')).rejects.toMatchObject(GONE)
    await said(sh(fork, 'touch go'))
    expect(await said(running)).toBe('through\n')
  })

  test('at any moment of a start leaves a fork that ends, and nobody of whom the server does not know', async () => {
    for (let round = 0; round < 15; round++) {
      const fork = await b().start.fork()
      const { server, spawner } = helpersOf(b())
      const started = sh(fork, 'sleep 1000', { wallSeconds: 1000 }).catch(() => null)
      for (const end = performance.now() + round * 0.2; performance.now() < end;);
      process.kill(spawner, 'SIGKILL')
      await said(sh(fork, 'true')).catch(() => '')
      await fork.discard()
      await started
      expect(zombies(server)).toEqual([])
    }
  })

  test('again and again costs the server no descriptor and leaves nobody behind', async () => {
    const fork = await b().fork()
    await settled(fork)
    const lose = async (): Promise<void> => {
      await killed(helpersOf(b()).spawner)
      await expect(sh(fork, 'true')).rejects.toMatchObject(GONE)
      await said(sh(fork, 'true'))
    }
    await lose()
    const { server } = helpersOf(b())
    const open = descriptors(server)
    for (let round = 0; round < 5; round++) await lose()
    expect(descriptors(server)).toBe(open)
    expect(zombies(server)).toEqual([])
  })
})

inEachTier('a process for files', (tier) => {
  const b = bench(tier, [file('/workspace/file', 'x')])

  test('that was killed while it waited is replaced, and nobody notices', async () => {
    const fork = await b().fork()
    await get(fork, '/workspace/file')
    for (let round = 0; round < 3; round++) {
      const { workers } = helpersOf(b())
      expect(workers.length).toBeGreaterThan(0)
      await killed(...workers)
      expect(await get(fork, '/workspace/file')).toMatchObject({ state: 'file' })
    }
    const { server, workers } = helpersOf(b())
    expect(workers.length).toBeGreaterThan(0)
    expect(zombies(server)).toEqual([])
  })

  test('that was killed in the middle of a job ends it as BackendUnavailable, and the next job is done', async () => {
    const fork = await b().fork()
    for (const { call, during } of [
      { call: () => fork.get(['/workspace/file'], BOUNDS), during: 'get' }, { call: () => fork.put([file('/workspace/new', 'y')]), during: 'put' },
    ]) {
      await get(fork, '/workspace/file')
      const { workers } = helpersOf(b())
      // Stopped, they take the job and never read it.
      for (const pid of workers) process.kill(pid, 'SIGSTOP')
      const ended = thrownBy(call())
      // The server takes requests in order, so that once this one is answered the job is with a worker.
      await said(sh(fork, 'true'))
      await killed(...workers)
      expect(await ended).toMatchObject({ name: 'BackendUnavailable', during, message: expect.stringContaining('the file job ended without an answer') })
      expect(await get(fork, '/workspace/file')).toMatchObject({ state: 'file' })
    }
    await fork.put([file('/workspace/new', 'y')])
    expect(await said(sh(fork, 'cat new'))).toBe('y')
    expect(zombies(helpersOf(b()).server)).toEqual([])
  })

  test('that was killed while it sealed ends the seal as BackendUnavailable, and other forks go on', async () => {
    const [fork, other] = [await b().fork(), await b().fork()]
    const { workers } = helpersOf(b())
    for (const pid of workers) process.kill(pid, 'SIGSTOP')
    const ended = thrownBy(fork.seal())
    await said(sh(other, 'true'))
    await killed(...workers)
    expect(await ended).toMatchObject({ name: 'BackendUnavailable', during: 'seal' })
    const sealed = b().keep(await other.seal())
    expect((await sealed.read(['/workspace/file'], BOUNDS))[0]).toMatchObject({ state: 'file' })
  })
})

describe.runIf(process.getuid?.() === 0)('a trial whose command could not be started', () => {
  let real: Real
  beforeAll(async () => { real = await realForks(['strict', 'ground-truth', 'trusting']) })
  afterAll(() => real.close())

  test('is an error and no verdict, and the next trial is graded', async () => {
    await killed(helpersOf({ pid: process.pid }).spawner)
    const lost = await real.act('echo done')
    expect(lost.outcome).toMatchObject({ state: 'error', cause: 'backend-unavailable' })
    expect(Object.values(lost.verdicts).filter(({ verdict }) => verdict !== 'error')).toEqual([])
    const next = await real.act('echo done')
    expect(next.outcome).toEqual({ state: 'graded' })
    expect(Object.values(next.verdicts).map(({ verdict }) => verdict)).toEqual(['fail', 'fail', 'fail'])
  })

  test.each(['act', 'seal', 'verify'] as const)('at its stage %s holds no verdict but errors and those of an undisturbed one', async (stage) => {
    const trial = await real.act('printf "def add(a, b): return a + b\\ndef mul(a, b): return a * b\\n" > impl.py', {
      at: async (reached) => { if (reached === stage) await killed(helpersOf({ pid: process.pid }).spawner) },
    })
    if (trial.outcome.state !== 'graded') expect(trial.outcome).toMatchObject({ state: 'error', cause: 'backend-unavailable' })
    // The loss may fall to a fork that is made ahead, and then nobody notices.
    for (const { verdict, reason } of Object.values(trial.verdicts)) expect([['pass', reason], ['error', 'backend-unavailable']]).toContainEqual([verdict, reason])
  })
})
