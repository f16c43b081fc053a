import { spawn } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openCache } from '../../../src/backends/rootfs/cache.ts'
import { buildRootfs, findDeadBuilds, removeDeadBuild } from '../../../src/backends/rootfs/index.ts'
import { withWorkshop } from '../../../src/backends/rootfs/workshop.ts'
import { NO_MIRROR, tinyScene, type Scene } from './fixture.ts'

let scene: Scene
beforeEach(async () => {
  scene = await tinyScene()
})
afterEach(() => scene.remove())

/** A process of its own that begins a build and is killed in the middle. */
async function killedBuild(): Promise<void> {
  const folder = JSON.stringify(join(import.meta.dirname, '../../../src/backends/rootfs'))
  const script = `
    const { openCache } = await import(${folder} + '/cache.ts')
    const { withWorkshop } = await import(${folder} + '/workshop.ts')
    await withWorkshop(await openCache(process.argv[1]), async () => {
      console.log('begun')
      await new Promise((resolve) => setTimeout(resolve, 60_000))
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, scene.cacheDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  expect(await findDeadBuilds(scene.cacheDir)).toEqual([])
  const gone = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await gone
}

/** The lock of a killed process goes when the kernel has closed its pipe. */
async function deadBuilds(): Promise<string[]> {
  for (let tries = 0; tries < 100; tries += 1) {
    const dead = await findDeadBuilds(scene.cacheDir)
    if (dead.length > 0) return dead
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return []
}

test('a killed build is found and removed', async () => {
  await killedBuild()
  const dead = await deadBuilds()
  expect(dead).toHaveLength(1)
  await removeDeadBuild(dead[0]!)
  expect(await findDeadBuilds(scene.cacheDir)).toEqual([])
})

test('a killed build is swept by the next one', async () => {
  await killedBuild()
  await deadBuilds()
  expect(await buildRootfs(scene.source, { cacheDir: scene.cacheDir, mirror: NO_MIRROR })).toMatchObject({ ok: true })
  expect(await readdir(join(scene.cacheDir, 'tmp'))).toEqual([])
})

test('a workshop is gone after a failure, and what another one does is left alone', async () => {
  const cache = await openCache(scene.cacheDir)
  await withWorkshop(cache, async (outer) => {
    const failing = withWorkshop(cache, async (dir) => {
      await writeFile(join(dir, 'half'), '')
      throw new Error('in the middle')
    })
    await expect(failing).rejects.toThrow('in the middle')
    expect((await readdir(cache.tmp)).map((name) => join(cache.tmp, name))).toEqual([outer])
  })
  expect(await readdir(cache.tmp)).toEqual([])
})

test('an absent cache has no dead builds and is not made', async () => {
  await scene.remove()
  expect(await findDeadBuilds(scene.cacheDir)).toEqual([])
})
