import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fork, Snapshot } from '../../../src/contract/index.ts'
import { bench, inEachTier } from './kit/tiers.ts'
import { BOUNDS, file, python, probeText, said, sh } from './kit/run.ts'

type Edit = readonly [what: string, name: string, argument: string]

const name = fc.constantFrom('/workspace/a', '/workspace/d', '/workspace/d/a', '/workspace/d/b', '/workspace/e/a', '/home/agent/a', '/tmp/a')
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(fc.constant('write'), name, fc.constantFrom('', 'x', 'y', 'old')),
  fc.tuple(fc.constant('remove'), name, fc.constant('')),
  fc.tuple(fc.constant('link'), name, fc.constantFrom('a', '/etc/passwd')),
  fc.tuple(fc.constant('folder'), name, fc.constant('')),
  fc.tuple(fc.constant('mode'), name, fc.constantFrom('600', '755', '644')),
  fc.tuple(fc.constant('attribute'), name, fc.constantFrom('x', 'y')),
  fc.tuple(fc.constant('rename'), name, name),
  fc.tuple(fc.constant('times'), name, fc.constantFrom('1', '1000000000')),
)

inEachTier('the digest of a state', (tier) => {
  const at = bench(tier, [file('/workspace/a', 'old'), file('/workspace/d/a', 'old'), file('/workspace/d/b', 'old')])

  async function sealed(edits: readonly Edit[]): Promise<{ readonly digest: string; readonly changes: string; readonly base: string | undefined }> {
    const fork = await at().start.fork()
    await said(python(fork, probeText('edits.py'), [], { stdin: Buffer.from(edits.map((each) => `${JSON.stringify(each)}\n`).join('')) }))
    const state = await fork.seal()
    try {
      const { changes } = await state.changes(BOUNDS)
      return { digest: state.digest, changes: JSON.stringify(changes), base: state.base }
    } finally {
      await state.discard()
    }
  }

  test('the same edits give the same digest, and two lists of changes differ exactly when their digests do', async () => {
    const seen = new Map<string, string>()
    const untouched = await sealed([])
    await fc.assert(fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 6 }), async (edits) => {
      const [one, other] = await Promise.all([sealed(edits), sealed(edits)])
      expect(one).toEqual(other)
      expect(one.base).toBe(at().start.digest)
      expect(one.digest).toMatch(/^[0-9a-f]{64}$/)
      expect(one.digest === untouched.digest).toBe(one.changes === '[]')
      for (const [digest, changes] of seen) expect(one.digest === digest).toBe(one.changes === changes)
      seen.set(one.digest, one.changes)
    }), { numRuns: tier === 'root' ? 15 : 8, seed: 7, endOnFailure: true })
    expect(seen.size).toBeGreaterThan(5)
  })

  const SINGLE: readonly (readonly [string, string])[] = [
    ['nothing', 'true'], ['a byte', 'printf olD > a'], ['another byte', 'printf olE > a'], ['a length', 'printf ol > a'], ['a mode', 'chmod 600 a'], ['a set-group bit', 'chmod 2755 d'],
    ['an attribute', 'python3 -c "import os; os.setxattr(\'a\', \'user.x\', b\'\')"'], ['its value', 'python3 -c "import os; os.setxattr(\'a\', \'user.x\', b\'1\')"'],
    ['a deletion', 'rm a'], ['another deletion', 'rm d/a'], ['an empty file', 'touch b'], ['its name', 'touch c'], ['its place', 'touch d/c'], ['an empty folder', 'mkdir b'],
    ['a link', 'ln -s x b'], ['where it points', 'ln -s y b'], ['a FIFO', 'mkfifo b'], ['a socket', 'python3 -c "import socket; socket.socket(socket.AF_UNIX).bind(\'b\')"'],
    ['an empty folder in place of one with files', 'rm -r d; mkdir d'], ['a hole', 'truncate -s 2M b'], ['a longer hole', 'truncate -s 3M b'], ['a byte in a hole', 'truncate -s 2M b; printf x | dd of=b conv=notrunc bs=1 seek=1500000 status=none'],
    ['the same byte elsewhere in it', 'truncate -s 2M b; printf x | dd of=b conv=notrunc bs=1 seek=1500001 status=none'],
  ]

  test('any single difference makes another one', async () => {
    const digests = new Map<string, string>()
    const made = await Promise.all(SINGLE.map(async ([what, script]) => ({ what, digest: await digestAfter(script) })))
    for (const { what, digest } of made) {
      expect(digests.get(digest), `${what} and this have one digest`).toBeUndefined()
      digests.set(digest, what)
    }
  })

  test('times, order and the way there make none, nor does how zeros are stored', async () => {
    const same = ['touch b; touch c', 'touch c; touch b', 'touch -d 2001-01-01 b; touch c', 'echo x > b; : > b; touch z; mv z c', 'chmod 600 a; touch b c; chmod 644 a']
    const digests = await Promise.all(same.map((script) => digestAfter(script)))
    expect(new Set(digests).size).toBe(1)
    const zeros = await Promise.all(['truncate -s 3M b', 'head -c 3145728 /dev/zero > b', 'truncate -s 4M b; truncate -s 3M b'].map((script) => digestAfter(script)))
    expect(new Set(zeros).size).toBe(1)
  })

  async function digestAfter(script: string): Promise<string> {
    const fork: Fork = await at().fork()
    await said(sh(fork, script))
    const state: Snapshot = at().keep(await fork.seal())
    return state.digest
  }

  test('of a start state depends on what is laid in it and on the environment, and on nothing else', async () => {
    const files = [file('/workspace/a', 'old'), file('/workspace/d/a', 'old'), file('/workspace/d/b', 'old')]
    expect((await at().prepare(files)).digest).toBe(at().start.digest)
    expect((await at().prepare(files.toReversed())).digest).toBe(at().start.digest)
    const others = await Promise.all([files.slice(1), [...files, file('/workspace/new', '')], [file('/workspace/a', 'Old'), ...files.slice(1)], [file('/workspace/a', 'old', 0o600), ...files.slice(1)]].map((each) => at().prepare(each)))
    expect(new Set([at().start.digest, ...others.map(({ digest }) => digest)]).size).toBe(5)
  })
})
