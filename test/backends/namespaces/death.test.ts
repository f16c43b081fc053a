import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { spawn, type ChildProcess } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import type { Backend } from '../../../src/contract/index.ts'
import { BackendUnavailable } from '../../../src/contract/index.ts'
import { descendants, groupNames, serversOf, standing, withWord } from './kit/host.ts'
import { inEachTier, openWorld, type World } from './kit/tiers.ts'
import { BOUNDS, file, pause, run, said, sh, until } from './kit/run.ts'
import { ENVIRONMENT } from './kit/environment.ts'
import { ROOT } from '../../house/files.ts'

inEachTier('a fork server that is killed', (tier) => {
  const worlds: World[] = []
  const open = async (): Promise<World> => {
    const world = await openWorld(tier)
    worlds.push(world)
    return world
  }
  afterAll(() => Promise.all(worlds.map((world) => world.backend.close())))

  test.each(['outer', 'inner'] as const)('in the middle (its %s process): every call ends as BackendUnavailable, and nothing runs on', async (which) => {
    const world = await open()
    const start = await world.backend.prepare(ENVIRONMENT, [])
    const [fork, other, more] = [await start.fork(), await start.fork(), await start.fork()]
    const word = `polygraph-orphan-${process.pid}-${tier}-${which}`
    await said(sh(fork, `setsid python3 -c "import time; time.sleep(1000)" ${word} >/dev/null 2>&1 & sleep 0.3`))
    const sealed = await more.seal()
    await until(() => withWord(word).length === 1, 'the daemon runs')
    const pending = [sh(fork, 'sleep 1000'), sh(other, 'sleep 1000'), other.put(Array.from({ length: 300 }, (_, n) => file(`/workspace/${n}`, 'x'.repeat(10_000))))]
    const ends = Promise.allSettled(pending)
    await pause(50)
    const [outer = 0] = serversOf(world)
    const tree = [outer, ...descendants(outer)]
    const victim = which === 'outer' ? outer : tree[1]
    if (!(victim !== undefined && victim > 1)) throw new Error('no server was found')
    process.kill(victim, 'SIGKILL')
    for (const end of (await ends).slice(0, 2)) expect(end).toMatchObject({ status: 'rejected', reason: { name: 'BackendUnavailable', during: 'exec' } })
    for (const call of [() => start.fork(), () => sealed.fork(), () => sh(fork, 'true'), () => sealed.changes(BOUNDS), () => world.backend.prepare(ENVIRONMENT, [])]) {
      await expect(call()).rejects.toThrow(BackendUnavailable)
    }
    // The kernel takes a moment, and no one can wait for another's children.
    await until(() => withWord(word).length === 0 && tree.every((pid) => !existsSync(`/proc/${pid}`)), 'all are dead')
    // What can't be done any more need not be.
    await Promise.all([fork.discard(), other.discard(), sealed.discard(), start.discard()])
    const { groups } = standing(world)
    await world.backend.close()
    expect(standing(world)).toEqual({ processes: [], mounts: [], groups: [], places: [] })
    expect(groupNames().filter((name) => groups.includes(name))).toEqual([])
  })

  // In the ordinary tiers each backend has a process of its own anyhow.
  test.runIf(tier === 'root' || process.getuid?.() !== 0)('is told with the reason, and leaves another backend of this process alone', async () => {
    const world = await open()
    const start = await world.backend.prepare(ENVIRONMENT, [])
    const [killed = 0] = serversOf(world)
    const neighbour = await open()
    const beside = await neighbour.backend.prepare(ENVIRONMENT, [])
    if (killed < 2) throw new Error('no server was found')
    process.kill(killed, 'SIGKILL')
    await expect(start.fork()).rejects.toThrow(/fork server ended \(SIGKILL\)|gone with the fork server/)
    expect(await said(run(await beside.fork(), ['echo', 'fine']))).toBe('fine\n')
  })
})

/** A process of Node that holds a backend with forks in use, to be killed. In the ordinary tiers the remote one is that. */
async function victim(): Promise<{ readonly child: ChildProcess; readonly pid: number }> {
  const child = spawn(process.execPath, ['--conditions=polygraph-source', join(ROOT, 'test/backends/namespaces/kit/victim.ts')], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve, reject) => {
    child.stdout?.once('data', resolve)
    child.once('exit', () => reject(new Error('the victim ended early')))
  })
  return { child, pid: child.pid ?? 0 }
}

describe('a process of Node that is killed', () => {
  test('leaves no process; what it leaves is listed to the last, removed, and then not listed again', async () => {
    const world = await openWorld(process.getuid?.() === 0 ? 'root' : 'one-uid')
    const { backend } = world
    try {
      await backend.readiness()
      const { child, pid } = await victim()
      const tree = descendants(pid)
      const before = standing({ pid, tmp: world.tmp })
      expect([tree.length > 5, before.places.length]).toEqual([true, 1])
      // While it lives nothing of it is listed, nor will anything of it be removed.
      expect(await ours(backend, before)).toEqual([])
      for (const id of before.places) await expect(backend.remove({ kind: 'directory', id, because: '' })).rejects.toThrow(/no directory that a dead run of ours left/)
      for (const id of before.groups) await expect(backend.remove({ kind: 'cgroup', id, because: '' })).rejects.toThrow(/no cgroup that/)
      child.kill('SIGKILL')
      await until(() => tree.every((each) => !existsSync(`/proc/${each}`)), 'all are dead')
      const left = await ours(backend, before)
      expect(left.map(({ id }) => id).toSorted()).toEqual([...before.places, ...before.groups].filter((path) => existsSync(path)).toSorted())
      expect(left.map(({ kind }) => kind)).toContain('directory')
      for (const leftover of left) await backend.remove(leftover)
      expect(await ours(backend, before)).toEqual([])
      expect([...before.places, ...before.groups].filter((path) => existsSync(path))).toEqual([])
    } finally {
      await backend.close()
    }
  })

  test('remove refuses what is not ours: other places, links, names that only look like ours', async () => {
    const world = await openWorld(process.getuid?.() === 0 ? 'root' : 'one-uid')
    const { backend } = world
    const place = join(world.tmp, `polygraph-${process.getuid?.()}`)
    const made = [join(place, 'forks-1-2-link'), join(place, 'other'), join(world.tmp, 'forks-4000000-1-abcdef'), join(place, 'forks-4000000-1-abcdef')] as const
    try {
      await backend.readiness()
      const kept = join(world.tmp, `polygraph-kept-${process.pid}`)
      await mkdir(kept)
      await writeFile(join(kept, 'file'), 'kept')
      await symlink(kept, made[0])
      for (const path of made.slice(1)) await mkdir(path)
      await symlink(kept, join(made[3], 'link'))
      const listed = (await backend.leftovers()).map(({ id }) => id)
      expect(listed.filter((id) => made.includes(id as never))).toEqual([made[3]])
      for (const id of [...made.slice(0, 3), kept, '/', '/etc', `${made[3]}/../other`, `${made[3]}/`]) {
        for (const kind of ['directory', 'cgroup', 'mount', 'process'] as const) await expect(backend.remove({ kind, id, because: '' }), `${kind} ${id}`).rejects.toThrow(/dead run of ours/)
      }
      await backend.remove({ kind: 'directory', id: made[3], because: '' })
      expect(await readdir(kept)).toEqual(['file'])
      expect(existsSync(made[3])).toBe(false)
      await rm(kept, { recursive: true })
    } finally {
      for (const path of made) await rm(path, { recursive: true, force: true })
      await backend.close()
    }
  })
})

async function ours(backend: Backend, { places, groups }: { readonly places: readonly string[]; readonly groups: readonly string[] }): ReturnType<Backend['leftovers']> {
  return (await backend.leftovers()).filter(({ id }) => places.includes(id) || groups.includes(id))
}
