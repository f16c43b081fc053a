import { appendFile, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ChangedImage, ensurePart, findPart, partDir } from '../../../src/backends/qemu/image/store.ts'

const PLAN = { kind: 'environment', recipe: 'a'.repeat(64), tree: 'b'.repeat(64), packages: [{ name: 'p', version: '1', sha256: 'c'.repeat(64) }] } as const
let cache: string
beforeEach(async () => { cache = await mkdtemp(join(tmpdir(), 'store-')) })
afterEach(() => rm(cache, { recursive: true, force: true }))

let fills = 0
const fill = async (dir: string): Promise<readonly string[]> => {
  fills += 1
  await writeFile(join(dir, 'one.img'), 'first')
  await writeFile(join(dir, 'two.img'), 'second')
  return ['one.img', 'two.img']
}
const ensure = () => ensurePart(cache, PLAN, () => {}, fill)

describe('a part of an image', () => {
  test('is built once, and found by every byte of it', async () => {
    fills = 0
    const built = await ensure()
    expect(await ensure()).toEqual(built)
    expect(fills).toBe(1)
    expect(await findPart(built.dir)).toEqual(built)
    expect(built.manifest.files.map(({ name, size }) => [name, size])).toEqual([['one.img', 5], ['two.img', 6]])
    // Nothing of the work is left.
    expect(await readdir(join(cache, 'tmp'))).toEqual([])
  })

  test('has a digest of its content, whatever it was made of', async () => {
    const { digest } = await ensure()
    await rm(partDir(cache, 'environment', PLAN.recipe), { recursive: true })
    expect((await ensurePart(cache, { ...PLAN, recipe: 'd'.repeat(64) }, () => {}, fill)).digest).toBe(digest)
  })

  test.each([
    ['a byte', (dir: string) => writeFile(join(dir, 'two.img'), 'sEcond'), 'two.img'],
    ['a byte more', (dir: string) => appendFile(join(dir, 'one.img'), 'x'), 'one.img'],
    ['its end', (dir: string) => truncate(join(dir, 'two.img'), 3), 'two.img'],
    ['a file', (dir: string) => rm(join(dir, 'one.img')), 'one.img'],
    ['its manifest', (dir: string) => writeFile(join(dir, 'manifest.json'), '{}'), 'manifest.json'],
    ['its manifest altogether', (dir: string) => writeFile(join(dir, 'manifest.json'), 'nonsense'), 'manifest.json'],
  ])('that lost or changed %s is refused, and named', async (_, change, file) => {
    const { dir } = await ensure()
    await change(dir)
    expect(await findPart(dir)).toEqual({ changed: file })
    await expect(ensure()).rejects.toBeInstanceOf(ChangedImage)
    await expect(ensure()).rejects.toThrow(`${join(dir, file)} was changed since it was built`)
  })

  test('that could not be made leaves nothing', async () => {
    await expect(ensurePart(cache, PLAN, () => {}, () => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
    expect(await findPart(partDir(cache, 'environment', PLAN.recipe))).toBe('absent')
    expect(await readdir(join(cache, 'tmp'))).toEqual([])
  })
})
