import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/contract/index.ts'
import { appendLine, defaultAnchor, readAnchors, readLedger, readSumLine, sealRun, sha256, sumLine, writeSums } from '../../src/evidence/index.ts'

let dir: string
beforeEach(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-ledger-')) })
afterEach(() => rm(dir, { recursive: true, force: true }))

const sums = '9'.repeat(64)
const file = (): string => join(dir, 'ledger.jsonl')

async function runAt(name: string): Promise<string> {
  await mkdir(join(dir, name))
  await writeFile(join(dir, name, 'run.json'), name)
  return join(dir, name)
}

describe('the ledger', () => {
  test('lands every line of runs that end at once, each after the one before', async () => {
    const names = ['a', 'b', 'c', 'd']
    const appended = await Promise.all(names.map((run) => appendLine(file(), { run, sums, at: 'now' })))
    const lines = (await readFile(file(), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { run: string }).run).toSorted()).toEqual(names)
    expect(appended.map(({ lines }) => lines).toSorted()).toEqual([1, 2, 3, 4])
    expect(new Set(appended.map(({ ledger }) => ledger))).toEqual(new Set([sha256(lines[0]!)]))
    for await (const line of readLedger(file())) expect(line).not.toHaveProperty('kind')
  })

  test('takes no further line once it does not hold, and says what to do', async () => {
    await appendLine(file(), { run: 'a', sums, at: 'now' })
    const before = (await readFile(file(), 'utf8')).replace('"a"', '"b"')
    await writeFile(file(), `${before}${before}`)
    await expect(appendLine(file(), { run: 'c', sums, at: 'now' })).rejects.toThrow(/ledger\.jsonl:2 does not follow from line 1.*Move this ledger away/)
    expect(await readFile(file(), 'utf8')).toBe(`${before}${before}`)
  })

  test('is never written through a link', async () => {
    await writeFile(join(dir, 'mine'), '')
    await symlink(join(dir, 'mine'), file())
    await expect(appendLine(file(), { run: 'a', sums, at: 'now' })).rejects.toThrow('is no regular file')
    expect(await readFile(join(dir, 'mine'), 'utf8')).toBe('')
  })
})

describe('a seal', () => {
  test('keeps the head outside, one line a run', async () => {
    const anchorFile = join(dir, 'state/deep/anchors.jsonl')
    const sealed = await Promise.all(['a', 'b'].map(async (run) => sealRun(run, await runAt(run), { anchorFile, signer: null, clock: systemClock })))
    const heads: string[] = []
    for await (const entry of readAnchors(anchorFile)) heads.push(entry.head)
    expect(heads.toSorted()).toEqual(sealed.map(({ head }) => head).toSorted())
  })

  test('lies by default in the state directory, which is absolute or not taken', () => {
    expect(defaultAnchor({ XDG_STATE_HOME: '/s' })).toBe('/s/polygraph/anchors.jsonl')
    for (const env of [{}, { XDG_STATE_HOME: '' }, { XDG_STATE_HOME: 'relative' }]) expect(defaultAnchor(env)).toMatch(/\/\.local\/state\/polygraph\/anchors\.jsonl$/)
  })
})

describe('SHA256SUMS', () => {
  test('is what sha256sum reads, whatever names are in it', async () => {
    for (const name of ['plain', 'with space', 'back\\slash', 'new\nline', 'é', '\u001b[1m', '-dash']) await writeFile(join(dir, name), name)
    await writeFile(join(dir, Buffer.from('bytes\xff', 'latin1').toString('utf8')), 'x')
    await symlink('/etc/passwd', join(dir, 'link'))
    execFileSync('mkfifo', [join(dir, 'fifo')])
    const { files, sha256: own } = await writeSums(dir)
    const text = await readFile(join(dir, 'SHA256SUMS'))
    expect(files).toBe(8)
    expect(own).toBe(sha256(text))
    expect(spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: dir }).status).toBe(0)
  })

  test('a line comes back as it was, for any name', () => {
    fc.assert(fc.property(fc.string({ unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)), minLength: 1, maxLength: 30 }), (path) => {
      const line = sumLine(sums, path)
      expect(line.indexOf('\n')).toBe(line.length - 1)
      expect(readSumLine(line.slice(0, -1))).toEqual({ sha256: sums, path })
    }))
  })
})
