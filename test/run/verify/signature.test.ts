import { readFile, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../../src/contract/index.ts'
import { readSigner, sealRun, sealText, sha256 } from '../../../src/evidence/index.ts'
import { Seal } from '../../../src/schema/index.ts'
import { polygraph } from '../../helpers/io.ts'
import { sshKey } from '../../helpers/keys.ts'
import type { SealedRun } from '../../helpers/sealed.ts'
import { sealedRun } from '../../helpers/sealed.ts'

let run: SealedRun
let [own, other] = ['', '']
beforeAll(async () => {
  vi.stubEnv('SSH_AUTH_SOCK', undefined)
  run = await sealedRun(1)
  ;[own, other] = [sshKey(join(run.place, 'own')), sshKey(join(run.place, 'other'))]
  await sealWith(run, own)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await run.remove()
})

async function sealWith({ dir, anchor }: SealedRun, key: string): Promise<void> {
  const signer = await readSigner(key)
  if ('because' in signer) throw new Error(signer.because)
  await sealRun('run-1', dir, { anchorFile: anchor, signer, clock: systemClock })
}

const verify = (of: SealedRun, ...args: readonly string[]) => polygraph(['verify', of.dir, '--anchor', of.anchor, ...args])

/** What verify says of a copy whose seal is another one. */
async function withSeal(change: (seal: Seal & { signature: NonNullable<Seal['signature']> }) => Seal, ...args: readonly string[]) {
  const copy = await run.copy()
  try {
    await copy.change('seal.json', (bytes) => {
      const seal = Seal.parse(JSON.parse(bytes.toString('utf8')))
      return sealText(change({ ...seal, signature: seal.signature! }))
    })
    return await verify(copy, ...args)
  } finally {
    await copy.remove()
  }
}

describe('a run that was signed with an SSH key', () => {
  test('holds, by the public half of its key and without it', async () => {
    const [with_, without] = [await verify(run, '--key', `${own}.pub`), await verify(run)]
    expect([with_.code, without.code]).toEqual([0, 0])
    expect(with_.out).toContain('a signature of the given key')
    expect(without.out).toContain('a signature of a key that nobody vouched for')
  })

  test('does not hold by another key, and the key that signed is named', async () => {
    const { code, out } = await verify(run, '--key', `${other}.pub`)
    expect(code).toBe(1)
    expect(out).toMatch(/^signature: seal\.json is signed by another key, SHA256:[A-Za-z0-9+/]{43}\n/)
  })

  test('does not hold with a signature that was edited, taken away or put in by somebody else', async () => {
    const key = ['--key', `${own}.pub`]
    const at = (value: string, where: number): string => `${value.slice(0, where)}${value[where] === 'A' ? 'B' : 'A'}${value.slice(where + 1)}`
    for (const where of [60, 150, 300]) {
      const said = await withSeal(({ signature, ...seal }) => ({ ...seal, signature: { ...signature, value: at(signature.value, where) } }), ...key)
      expect([said.code, said.out]).toEqual([1, expect.stringContaining('signature: seal.json has a signature that is not of its line')])
    }
    expect((await withSeal((seal) => ({ ...seal, signature: null }), ...key)).out).toContain('signature: seal.json is not signed')
    const theirs = await run.copy()
    await sealWith(theirs, other)
    expect((await verify(theirs, ...key)).out).toContain('is signed by another key')
    await theirs.remove()
  })

  test('does not hold once its line, or the ledger with the anchor, was made again', async () => {
    const said = await withSeal(({ line, ...seal }) => ({ ...seal, line: line.replace('"at":"2', '"at":"1') }), '--key', `${own}.pub`)
    expect(said.code).toBe(1)
    expect(said.out).toContain('signature: seal.json has a signature that is not of its line')
    const copy = await run.copy()
    const seal = Seal.parse(JSON.parse(await readFile(join(copy.dir, 'seal.json'), 'utf8')))
    await copy.change('summary.md', (bytes) => `${bytes.toString('utf8')}.`)
    await copy.reseal({ anchored: true })
    const again = Seal.parse(JSON.parse(await readFile(join(copy.dir, 'seal.json'), 'utf8')))
    expect(sha256(again.line)).not.toBe(sha256(seal.line))
    await writeFile(join(copy.dir, 'seal.json'), sealText({ ...again, signature: seal.signature }))
    const rebuilt = await verify(copy, '--key', `${own}.pub`)
    expect(rebuilt.out).toContain('signature: seal.json has a signature that is not of its line')
    await copy.remove()
  })

  test('can\'t be said to hold where ssh-keygen is missing, which is the fault of the machine', async () => {
    vi.stubEnv('PATH', run.place)
    const { code, out, err } = await verify(run)
    vi.unstubAllEnvs()
    expect([code, out]).toEqual([3, ''])
    expect(err).toMatch(/^the signature in seal\.json can't be checked: .*install openssh-client\n$/)
  })
})

describe('a key that can\'t sign ends the command with one sentence before anything is made', () => {
  const attempt = (key: string) => polygraph(['run', 'exp0', '--root', 'host', '--out', 'new', '--sign', key], run.place)

  test('locked', async () => {
    const { code, out, err } = await attempt(sshKey(join(run.place, 'locked'), { passphrase: 'secret' }))
    expect([code, out, existsSync(join(run.place, 'new'))]).toEqual([2, '', false])
    expect(err).toMatch(/^\S+locked is locked with a passphrase[^\n]*\n$/)
  })

  test('without ssh-keygen', async () => {
    vi.stubEnv('PATH', run.place)
    const { code, err } = await attempt(own)
    vi.unstubAllEnvs()
    expect([code, existsSync(join(run.place, 'new'))]).toEqual([3, false])
    expect(err).toMatch(/^ssh-keygen can't be started[^\n]*\n$/)
  })
})
