import { execFileSync, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../src/contract/index.ts'
import { appendLine, defaultAnchor, fingerprint, readAnchors, readLedger, readPublicKey, readSigner, readSumLine, sealRun, sha256, signedBy, sumLine, writeSums } from '../../src/evidence/index.ts'
import { Seal } from '../../src/schema/index.ts'

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

  test('can be signed, and openssl says the same of the signature', async () => {
    const keys = generateKeyPairSync('ed25519')
    await writeFile(join(dir, 'key.pem'), keys.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await writeFile(join(dir, 'key.pub.pem'), keys.publicKey.export({ type: 'spki', format: 'pem' }))
    const signer = await readSigner(join(dir, 'key.pem'))
    if ('because' in signer) throw new Error(signer.because)
    const run = await runAt('a')
    await sealRun('a', run, { anchorFile: join(dir, 'anchors'), signer, clock: systemClock })
    const { line, signature } = Seal.parse(JSON.parse(await readFile(join(run, 'seal.json'), 'utf8')))
    expect(signedBy(signature!, line)).toBe(true)
    expect(await readPublicKey(join(dir, 'key.pub.pem'))).toEqual({ pem: signature!.publicKey })
    expect(fingerprint(signature!.publicKey)).toMatch(/^[0-9a-f]{64}$/)
    await writeFile(join(dir, 'line'), line)
    await writeFile(join(dir, 'signature'), Buffer.from(signature!.value, 'base64'))
    const said = spawnSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', join(dir, 'key.pub.pem'), '-rawin', '-in', join(dir, 'line'), '-sigfile', join(dir, 'signature')])
    expect(said.status).toBe(0)
    fc.assert(fc.property(fc.nat({ max: line.length - 1 }), (at) => {
      expect(signedBy(signature!, `${line.slice(0, at)}${line[at] === 'x' ? 'y' : 'x'}${line.slice(at + 1)}`)).toBe(false)
    }), { numRuns: 30 })
    expect(signedBy({ ...signature!, value: `${signature!.value}=` }, line)).toBe(false)
    expect(signedBy({ ...signature!, publicKey: 'none' }, line)).toBe(false)
  })

  test('says what is wrong with a key that is none, or of another kind', async () => {
    await writeFile(join(dir, 'rsa.pem'), generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await writeFile(join(dir, 'no.pem'), 'no key')
    expect(await readSigner(join(dir, 'rsa.pem'))).toEqual({ because: expect.stringContaining('key of type rsa') })
    expect(await readSigner(join(dir, 'no.pem'))).toEqual({ because: expect.stringContaining('openssl genpkey') })
    expect(await readSigner(join(dir, 'gone.pem'))).toEqual({ because: expect.stringContaining('is missing') })
    expect(await readPublicKey(join(dir, 'rsa.pem'))).toHaveProperty('because')
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
