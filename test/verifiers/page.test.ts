import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCatalogue, problemText } from '../../src/catalogue/index.ts'
import type { LoadedVerifier } from '../../src/contract/index.ts'
import { ROOT } from '../house/files.ts'
import { calculator } from '../grading/calculator.ts'
import { contextOf } from '../grading/double.ts'

/** The verifiers of docs/adding-a-verifier.md, taken from the page as a reader would. */
const page = readFileSync(join(ROOT, 'docs/adding-a-verifier.md'), 'utf8')
const files = [...page.matchAll(/^```\w+ (verifiers\/\S+)\n(.*?)^```$/gms)].map(([, path, text]) => [path!, text!] as const)
const dir = mkdtempSync(join(tmpdir(), 'polygraph-page-'))
let verifiers: ReadonlyMap<string, LoadedVerifier>

beforeAll(async () => {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), text)
  }
  const loaded = await loadCatalogue({ dirs: [dir] })
  if (!loaded.ok) throw new Error(loaded.problems.map(problemText).join('\n'))
  verifiers = loaded.catalogue.verifiers
})
afterAll(() => rmSync(dir, { recursive: true }))

async function run(id: string, impl: string) {
  const one = verifiers.get(id)!
  const context = contextOf({ task: calculator, left: { '/work/impl.py': impl } })
  const { program } = context
  context.program = async (name) => (name === 'measure.py' ? readFileSync(join(one.dir, name)) : program(name))
  try {
    return await one.verify(context)
  } finally {
    context.close()
  }
}

describe('the page on adding a verifier', () => {
  const right = 'def add(a, b):\n    return a + b\n\n\ndef mul(a, b):\n    return a * b\n'

  test('shows two verifiers that load from a folder of their own', () => {
    expect([...verifiers.keys()]).toEqual(['short-and-compiles', 'strict-held-out'])
  })

  test('the first grades', async () => {
    expect(await run('strict-held-out', right)).toMatchObject({ verdict: 'pass', evidence: { questions: 3 } })
    expect(await run('strict-held-out', right.replace('a * b', '12'))).toMatchObject({ verdict: 'fail', reason: 'wrong-answer' })
  })

  test('the second grades', async () => {
    expect(await run('short-and-compiles', right)).toMatchObject({ verdict: 'pass' })
    expect(await run('short-and-compiles', 'def (')).toMatchObject({ verdict: 'fail', reason: 'import-failed' })
    expect(await run('short-and-compiles', '\n'.repeat(300))).toMatchObject({ verdict: 'fail', reason: 'artifact-too-large' })
  })

  test('names only what is there', async () => {
    const grading: Record<string, unknown> = await import('../../src/grading/index.ts')
    const named = [...page.matchAll(/`((?:trust|decide|rerun|believeR|compare|failure|byExit|own)\w+)`/g)].map(([, name]) => name!)
    expect(named.length).toBeGreaterThan(8)
    for (const name of named) expect(grading[name], name).toBeTypeOf('function')
  })
})
