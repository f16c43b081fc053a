import { expect, test } from 'vitest'
import { bench, inEachTier } from './kit/tiers.ts'
import { textOf } from '../../../src/contract/probe.ts'
import { run } from './kit/run.ts'

/** What may speak when an interpreter collects all that is left, each hung where only a cycle of the library's own holds it. */
const LAST_WORDS: Readonly<Record<string, string>> = {
  'a class with __del__': 'class E:\n def __del__(self): print("last")\nkept.e = E()',
  'one whose instances no collector sees': 'class E:\n __slots__ = ()\n def __del__(self): print("last")\nkept.e = E()',
  'a generator that stands': 'def g():\n try: yield\n finally: print("last")\nkept.g = g()\nnext(kept.g)',
  'nothing': 'class E: pass\nkept.e = E()',
}

inEachTier('a preloaded interpreter', (tier) => {
  const b = bench(tier)

  test.each(Object.entries(LAST_WORDS))('ends as a cold one does: %s', async (_, code) => {
    const fork = await b().fork()
    const argv = ['python3', '-I', '-S', '-B', '-c', `import functools\nkept = functools.partialmethod\n${code}`]
    const cold = await run(fork, argv)
    const preloaded = await run(fork, argv, { preload: 'python' })
    expect([cold.preloaded, preloaded.preloaded]).toEqual([false, true])
    expect(preloaded.stdout).toEqual(cold.stdout)
    expect(preloaded.exitCode).toBe(0)
  })

  test('shows its own words and environment to whoever reads /proc, as a cold one does', async () => {
    const fork = await b().fork()
    const code = 'import sys\nfor name in ("cmdline", "environ"): print(open(f"/proc/self/{name}", "rb").read().rstrip(b"\\0").split(b"\\0"))\nprint(sys.orig_argv)'
    const argv = ['python3', '-I', '-S', '-B', '-c', code]
    const env = { PATH: '/usr/bin:/bin', HOME: '/tmp/grader', LONG: 'x'.repeat(2000) }
    const cold = await run(fork, argv, { env })
    const preloaded = await run(fork, argv, { env, preload: 'python' })
    expect([cold.preloaded, preloaded.preloaded]).toEqual([false, true])
    expect(textOf(preloaded.stdout)).toContain('HOME=/tmp/grader')
    expect(textOf(preloaded.stdout)).toEqual(textOf(cold.stdout))
    // Nothing of an earlier, longer command is left.
    const next = await run(fork, argv, { env: { PATH: '/usr/bin:/bin' }, preload: 'python' })
    expect(textOf(next.stdout)).not.toContain('xxx')
  })
}, ['root'])
