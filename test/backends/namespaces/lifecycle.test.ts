import { readFileSync, readlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BackendUnavailable } from '../../../src/contract/index.ts'
import { descendants, groupNames, serversOf, standing, withWord } from './kit/host.ts'
import { bench, inEachTier, openWorld, type World } from './kit/tiers.ts'
import { BOUNDS, file, made, python, run, said, sh, until } from './kit/run.ts'
import { ENVIRONMENT } from './kit/environment.ts'

/** The server's own process and what is below it: the only one that sees the mounts that were made for forks. */
function inside(world: Pick<World, 'pid'>): { readonly processes: number; readonly mounts: readonly string[] } {
  const below = serversOf(world).flatMap(descendants)
  const [inner] = below
  const mounts = inner === undefined ? [] : mountsOf(inner)
  return { processes: below.length, mounts }
}

function mountsOf(pid: number): readonly string[] {
  return readText(`/proc/${pid}/mountinfo`).split('\n').filter((line) => line.includes('/forks/f/'))
}

inEachTier('the life of a fork', (tier) => {
  const at = bench(tier, [file('/workspace/a', 'a')])

  test('forks that were used in every way leave no process, mount, control group in use or directory', async () => {
    for (const end of ['discard', 'seal'] as const) {
      // Of a state that is forked more than once, a fork is made ahead, and would be counted.
      const start = await at().prepare([file('/workspace/a', 'a')])
      const before = { ...inside(at()), host: standing(at()) }
      const fork = await start.fork()
      await fork.put([file('/workspace/b', 'b')])
      await python(fork, 'import os, time\nif os.fork() == 0: os.setsid(); time.sleep(1000)')
      const [, cut] = await Promise.all([fork.get(['/workspace/b'], BOUNDS), sh(fork, 'sleep 1000', { wallSeconds: 0.2 })])
      expect(cut.timedOut).toBe(true)
      expect(inside(at()).processes).toBeGreaterThan(before.processes)
      expect(inside(at()).mounts.length).toBeGreaterThan(before.mounts.length)
      if (end === 'seal') {
        const sealed = await fork.seal()
        const later = await sealed.fork()
        await sealed.read(['/workspace/b'], BOUNDS)
        await sealed.changes(BOUNDS)
        await later.discard()
        await sealed.discard()
      } else {
        await fork.discard()
      }
      // Nothing of it is left by the time the promise resolves.
      expect({ ...inside(at()), host: standing(at()) }).toEqual(before)
    }
  })

  test('discard may be called again and again, at once, and after a seal', async () => {
    const fork = await at().start.fork()
    await Promise.all([fork.discard(), fork.discard()])
    await fork.discard()
    const other = await at().start.fork()
    const sealed = await other.seal()
    await other.discard()
    expect((await sealed.read(['/workspace/a'], BOUNDS))[0]?.state).toBe('file')
    await Promise.all([sealed.discard(), sealed.discard()])
    await sealed.discard()
  })

  test('a discarded fork and a discarded state refuse everything, and say what they are', async () => {
    const fork = await at().start.fork()
    await fork.discard()
    for (const [during, call] of [
      ['exec', () => sh(fork, 'true')], ['put', () => fork.put([file('/workspace/x', '')])], ['get', () => fork.get(['/workspace/a'], BOUNDS)], ['seal', () => fork.seal()],
    ] as const) {
      await expect(call(), during).rejects.toThrow(BackendUnavailable)
      await expect(call(), during).rejects.toMatchObject({ during, message: expect.stringMatching(/sealed or discarded/) as string })
    }
    const sealed = await (await at().start.fork()).seal()
    await sealed.discard()
    for (const call of [() => sealed.fork(), () => sealed.read(['/workspace/a'], BOUNDS), () => sealed.changes(BOUNDS)]) await expect(call()).rejects.toThrow(/discarded/)
  })

  test('discard in the middle of a command and of laying files ends both', async () => {
    const fork = await at().start.fork()
    const running = sh(fork, ': > started; sleep 1000')
    await made(fork, '/workspace/started')
    const laying = fork.put(Array.from({ length: 200 }, (_, n) => file(`/workspace/f${n}`, 'x'.repeat(5000)))).catch(() => 'refused')
    await fork.discard()
    expect(await running).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    await laying
  })

  test('a start state that can not be made leaves nothing, and the next one can', async () => {
    const before = inside(at())
    await expect(at().backend.prepare(ENVIRONMENT, [file('/workspace/../x', '')])).rejects.toMatchObject({ during: 'prepare' })
    const odd = await at().prepare([], { workspace: '/no/such/place' })
    await expect(odd.fork()).rejects.toMatchObject({ during: 'fork' })
    expect(inside(at())).toEqual(before)
    await (await at().start.fork()).discard()
  })

  test('a fork whose first process was killed from outside is told as gone for commands, and can be discarded', async () => {
    const [fork, sibling] = [await at().start.fork(), await at().start.fork()]
    const word = `polygraph-first-${process.pid}-${tier}`
    const ended = run(fork, ['python3', '-c', 'import time; time.sleep(1000)', word]).then(() => null, (thrown: unknown) => thrown)
    await until(() => withWord(word).length === 1, 'the command runs')
    const [command = 0] = withWord(word)
    const first = serversOf(at()).flatMap(descendants).find((pid) => readText(`/proc/${pid}/cmdline`).startsWith('init') && readlinkSync(`/proc/${pid}/ns/pid`) === readlinkSync(`/proc/${command}/ns/pid`))
    if (first === undefined) throw new Error('the first process was not found')
    process.kill(first, 'SIGKILL')
    expect(await ended).toMatchObject({ name: 'BackendUnavailable', during: 'exec', message: expect.stringContaining('was killed from outside') as string })
    await expect(sh(fork, 'true')).rejects.toMatchObject({ name: 'BackendUnavailable', during: 'exec' })
    expect(await said(sh(sibling, 'echo sibling'))).toBe('sibling\n')
    await fork.discard()
    expect(await said(sh(await at().fork(), 'echo next'))).toBe('next\n')
  })

  test('a command that was killed from inside is a value', async () => {
    const fork = await at().fork()
    expect(await sh(fork, 'kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    expect(await sh(fork, 'kill -9 -1; kill -9 1; kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
    expect(await said(sh(fork, 'echo fine'))).toBe('fine\n')
  })
})

inEachTier('the end of a backend', (tier) => {
  test('leaves no process, mount, control group or directory, whatever was under way, and more than once', async () => {
    const world = await openWorld(tier)
    const start = await world.backend.prepare(ENVIRONMENT, [])
    const forks = await Promise.all([1, 2, 3].map(() => start.fork()))
    const pending = Promise.allSettled(forks.map((fork) => sh(fork, 'setsid sleep 1000 & sleep 1000')))
    await (await start.fork()).seal()
    await run(await start.fork(), ['python3', '-c', '0'], { preload: 'python' })
    await until(() => standing(world).processes.filter((line) => line.includes('sleep 1000')).length >= 6, 'the commands run')
    const during = standing(world)
    expect([during.processes.length > 5, during.places.length]).toEqual([true, 1])
    await Promise.all([world.backend.close(), world.backend.close()])
    await pending
    expect(standing(world)).toEqual({ processes: [], mounts: [], groups: [], places: [] })
    expect(groupNames().filter((name) => during.groups.includes(name))).toEqual([])
    await expect(start.fork()).rejects.toThrow(BackendUnavailable)
  })
})

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
