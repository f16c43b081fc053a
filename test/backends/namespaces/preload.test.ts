import { expect, test } from 'vitest'
import { bench, inEachTier } from './kit/tiers.ts'
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
}, ['root'])
