import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/contract/index.ts'
import type { Signer } from '../../src/evidence/index.ts'
import { fingerprint, readPublicKey, readSigner, sealRun, signedBy } from '../../src/evidence/index.ts'
import { Seal } from '../../src/schema/index.ts'
import { sshKey } from '../helpers/keys.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'polygraph-sign-'))
  vi.stubEnv('SSH_AUTH_SOCK', undefined)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(dir, { recursive: true, force: true })
})

async function signerOf(file: string): Promise<Signer> {
  const signer = await readSigner(file)
  if ('because' in signer) throw new Error(signer.because)
  return signer
}

/** A sealed folder's line and signature, with the line as a file of its own. */
async function sealedWith(key: string): Promise<Required<Seal> & { readonly signature: NonNullable<Seal['signature']> }> {
  await mkdir(join(dir, 'a'))
  await writeFile(join(dir, 'a', 'run.json'), 'a')
  await sealRun('a', join(dir, 'a'), { anchorFile: join(dir, 'anchors'), signer: await signerOf(key), clock: systemClock })
  const seal = Seal.parse(JSON.parse(await readFile(join(dir, 'a', 'seal.json'), 'utf8')))
  await writeFile(join(dir, 'line'), seal.line)
  return { ...seal, signature: seal.signature! }
}

const edited = (text: string, at: number): string => `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`

describe('an Ed25519 key in PEM', () => {
  async function keys(): Promise<string> {
    const made = generateKeyPairSync('ed25519')
    await writeFile(join(dir, 'key.pem'), made.privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await writeFile(join(dir, 'key.pub.pem'), made.publicKey.export({ type: 'spki', format: 'pem' }))
    return join(dir, 'key.pem')
  }

  test('signs, and openssl says the same of the signature', async () => {
    const { line, signature } = await sealedWith(await keys())
    expect(await signedBy(signature, line)).toBe(true)
    expect(await readPublicKey(join(dir, 'key.pub.pem'))).toEqual({ publicKey: signature.publicKey })
    expect(fingerprint(signature)).toMatch(/^[0-9a-f]{64}$/)
    await writeFile(join(dir, 'signature'), Buffer.from(signature.value, 'base64'))
    const said = spawnSync('openssl', ['pkeyutl', '-verify', '-pubin', '-inkey', join(dir, 'key.pub.pem'), '-rawin', '-in', join(dir, 'line'), '-sigfile', join(dir, 'signature')])
    expect(said.status).toBe(0)
  })

  test('has signed no other line, and nothing with another text', async () => {
    const { line, signature } = await sealedWith(await keys())
    await fc.assert(fc.asyncProperty(fc.nat({ max: line.length - 1 }), async (at) => {
      expect(await signedBy(signature, edited(line, at))).toBe(false)
    }), { numRuns: 30 })
    expect(await signedBy({ ...signature, value: `${signature.value}=` }, line)).toBe(false)
    expect(await signedBy({ ...signature, publicKey: 'none' }, line)).toBe(false)
    expect(await signedBy({ ...signature, algorithm: 'ssh' }, line)).toBe(false)
  })

  test('is told from keys of another kind, and from what is none', async () => {
    await writeFile(join(dir, 'rsa.pem'), generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }))
    await writeFile(join(dir, 'no.pem'), 'no key')
    expect(await readSigner(join(dir, 'rsa.pem'))).toEqual({ because: expect.stringContaining('key of type rsa'), machine: false })
    expect(await readSigner(join(dir, 'no.pem'))).toEqual({ because: expect.stringContaining('openssl genpkey'), machine: false })
    expect(await readSigner(join(dir, 'gone.pem'))).toEqual({ because: expect.stringContaining('is missing'), machine: false })
    expect(await readPublicKey(join(dir, 'rsa.pem'))).toHaveProperty('because')
    expect(await readPublicKey(join(dir, 'no.pem'))).toHaveProperty('because')
  })
})

describe('a key of ssh-keygen', () => {
  const checks = (signature: string, ...args: readonly string[]) => spawnSync('ssh-keygen', ['-Y', ...args, '-n', 'polygraph', '-s', signature], { input: '' })

  test.each(['ed25519', 'ecdsa', 'rsa'])('%s signs, and ssh-keygen alone says the same of the signature', async (type) => {
    const key = sshKey(join(dir, 'key'), { type })
    const { line, signature } = await sealedWith(key)
    expect(signature.algorithm).toBe('ssh')
    expect(await signedBy(signature, line)).toBe(true)
    expect(await readPublicKey(`${key}.pub`)).toEqual({ publicKey: signature.publicKey })
    expect(fingerprint(signature)).toBe(spawnSync('ssh-keygen', ['-l', '-f', `${key}.pub`], { encoding: 'utf8' }).stdout.split(' ')[1])
    await writeFile(join(dir, 'signature'), signature.value)
    await writeFile(join(dir, 'allowed'), `me@example.org ${await readFile(`${key}.pub`, 'utf8')}`)
    const input = { input: line }
    const args = ['-n', 'polygraph', '-s', join(dir, 'signature')]
    expect(spawnSync('ssh-keygen', ['-Y', 'check-novalidate', ...args], input).status).toBe(0)
    expect(spawnSync('ssh-keygen', ['-Y', 'verify', '-I', 'me@example.org', '-f', join(dir, 'allowed'), ...args], input).status).toBe(0)
    expect(checks(join(dir, 'signature'), 'check-novalidate').status).not.toBe(0)
  })

  test('has signed no other line, for no other purpose, and nothing with another text', async () => {
    const key = sshKey(join(dir, 'key'))
    const { line, signature } = await sealedWith(key)
    await fc.assert(fc.asyncProperty(fc.nat({ max: line.length - 1 }), async (at) => {
      expect(await signedBy(signature, edited(line, at))).toBe(false)
    }), { numRuns: 10 })
    await fc.assert(fc.asyncProperty(fc.nat({ max: signature.value.length - 1 }), async (at) => {
      expect(await signedBy({ ...signature, value: edited(signature.value, at) }, line)).toBe(false)
    }), { numRuns: 30 })
    for (const value of [signature.value.replace('\n', '\r\n'), signature.value.trimEnd(), `${signature.value}\n`, signature.value.replace(/(.{69})(.)\n/, '$1\n$2\n'), '']) {
      expect(await signedBy({ ...signature, value }, line), JSON.stringify(value)).toBe(false)
    }
    const elsewhere = spawnSync('ssh-keygen', ['-Y', 'sign', '-n', 'git', '-f', key], { input: line, encoding: 'utf8' }).stdout
    expect(await signedBy({ ...signature, value: elsewhere }, line)).toBe(false)
  })

  test('is not another key, whatever the seal names', async () => {
    const { line, signature } = await sealedWith(sshKey(join(dir, 'key')))
    const other = await (await signerOf(sshKey(join(dir, 'other')))).sign(line)
    expect(await signedBy({ ...signature, publicKey: other.publicKey }, line)).toBe(false)
    expect(await signedBy({ ...signature, value: other.value }, line)).toBe(false)
    for (const publicKey of [`${signature.publicKey} comment`, `cert-authority ${signature.publicKey}`, `${signature.publicKey}\nsigner ${other.publicKey}`, '']) {
      expect(await signedBy({ ...other, publicKey }, line), publicKey).toBe(false)
    }
  })

  test('that is locked, or that others can read, ends with one sentence and asks nobody', async () => {
    const [locked, open] = [sshKey(join(dir, 'locked'), { passphrase: 'secret' }), sshKey(join(dir, 'open'))]
    await chmod(open, 0o644)
    expect(await readSigner(locked)).toEqual({ because: `${locked} is locked with a passphrase, and nobody is asked for it: ssh-add it to your agent, or sign with a key without one`, machine: false })
    expect(await readSigner(open)).toEqual({ because: expect.stringContaining(`chmod 600 ${open}`), machine: false })
    expect(await readSigner(`${locked}.pub`)).toEqual({ because: expect.stringMatching(/^[^\n]+$/), machine: false })
  })

  test('that is locked signs by an agent that has it open', async () => {
    const key = sshKey(join(dir, 'locked'), { passphrase: 'secret' })
    const socket = join(dir, 'agent')
    const started = spawnSync('ssh-agent', ['-s', '-a', socket], { encoding: 'utf8' })
    const pid = Number(/SSH_AGENT_PID=(\d+)/.exec(started.stdout)?.[1])
    try {
      vi.stubEnv('SSH_AUTH_SOCK', socket)
      await writeFile(join(dir, 'ask'), '#!/bin/sh\necho secret\n', { mode: 0o700 })
      expect(spawnSync('ssh-add', [key], { env: { ...process.env, SSH_ASKPASS: join(dir, 'ask'), SSH_ASKPASS_REQUIRE: 'force' } }).status).toBe(0)
      for (const file of [key, `${key}.pub`]) {
        const signature = await (await signerOf(file)).sign('a line')
        expect(await signedBy(signature, 'a line')).toBe(true)
      }
    } finally {
      process.kill(pid)
    }
  })

  test('without ssh-keygen is the fault of the machine, and says what to install', async () => {
    const { line, signature } = await sealedWith(sshKey(join(dir, 'key')))
    vi.stubEnv('PATH', dir)
    const absent = { because: expect.stringContaining('install openssh-client'), machine: true }
    expect(await readSigner(join(dir, 'key'))).toEqual(absent)
    expect(await signedBy(signature, line)).toEqual(absent)
  })
})
