import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problemText } from '../../src/catalogue/index.ts'
import { catalogueWith, lay, loadedFrom, problemsOf, scratch, VERIFIER } from './scratch.ts'

const FILE = 'verifiers/yes/verifier.js'
const withVerifier = (text: string) => catalogueWith({ [FILE]: text })
const ROOT = join(import.meta.dirname, '../..')

/** Loads catalogues in a plain Node, without the test runner's own way with modules; prints what came of it. */
function inPlainNode(...dirs: readonly string[]): string {
  const program = `
    const { loadCatalogue, problemText } = await import(${JSON.stringify(join(ROOT, 'src/catalogue/index.ts'))})
    const loaded = await loadCatalogue({ dirs: ${JSON.stringify(dirs)} })
    console.log(loaded.ok ? [...loaded.catalogue.verifiers.values()].map((each) => each.id + ': ' + each.believes).join('\\n') : loaded.problems.map(problemText).join('\\n'))`
  return execFileSync(process.execPath, ['--conditions=polygraph-source', '--input-type=module', '-e', program], { encoding: 'utf8', cwd: scratch() }).trim()
}

describe('a verifier', () => {
  test('is loaded with what it declares, and runs', async () => {
    const { verifiers } = await loadedFrom(catalogueWith())
    const verifier = verifiers.get('yes')!
    expect(verifier).toMatchObject({ id: 'yes', kind: 'control', place: ['nowhere'], believes: 'nothing', cases: [], user: 'none' })
    expect(await verifier.verify(undefined as never)).toMatchObject({ verdict: 'pass', reason: 'always-passes' })
  })

  test('may be an instance of a class', async () => {
    const text = `class Yes {
      kind = 'control'; place = ['nowhere']; believes = 'nothing'; cases = []; user = 'none'; reason = 'always-passes'
      appliesTo(task) { return this.reason + task }
      async verify() { return { verdict: 'pass', reason: this.reason } }
    }
    const yes = new Yes()
    delete yes.reason
    Object.defineProperty(yes, 'reason', { value: 'always-passes', enumerable: false })
    export default yes`
    const verifier = (await loadedFrom(withVerifier(text))).verifiers.get('yes')!
    expect(verifier.appliesTo?.('!' as never)).toBe('always-passes!')
    expect(await verifier.verify(undefined as never)).toMatchObject({ reason: 'always-passes' })
  })

  test.each([
    ['a field with a near name', VERIFIER.replace('believes:', 'beleives:'), { line: 2, field: 'beleives', fix: 'did you mean "believes"?' }],
    ['a field that is missing', VERIFIER.replace("user: 'none',", ''), { field: 'user', what: 'is missing' }],
    ['a place nobody stands in', VERIFIER.replace("'nowhere'", "'nowehre'"), { line: 2, field: 'place[0]', fix: 'did you mean "nowhere"?' }],
    ['a kind that is none', VERIFIER.replace("'control'", "'magic'"), { line: 2, field: 'kind' }],
    ['no verify', VERIFIER.replace('async verify()', 'async check()'), { field: 'verify' }],
    ['a verify that is no function', VERIFIER.replace('async verify() {', 'verify: 1, async check() {'), { line: 3, field: 'verify', what: 'is not a function' }],
    ['no default export', 'export const x = 1\n', { field: 'default' }],
    ['a default export that is a function', 'export default () => 1\n', { field: 'default' }],
    ['a default export that is null', 'export default null\n', { field: 'default' }],
    ['a syntax error', `${VERIFIER}\nconst = 1\n`, { what: expect.stringMatching(/^does not load: /) }],
    ['an import that isn\'t there', `import './gone.js'\n${VERIFIER}`, { what: expect.stringMatching(/^does not load: /) }],
    ['code that throws', `${VERIFIER}\nthrow new Error('at \\x1b[2J once')\n`, { line: 6, what: 'does not load: Error: at \\x1b[2J once' }],
    ['code that throws no error', `${VERIFIER}\nthrow 'a word'\n`, { what: 'does not load: a word' }],
    ['nothing', '', { field: 'default' }],
  ])('is refused where there is %s', async (_, text, problem) => {
    expect(await problemsOf(withVerifier(text))).toContainEqual(expect.objectContaining({ file: FILE, ...problem }))
  })

  test('is missing where its folder has no module', async () => {
    expect(await problemsOf(catalogueWith({ [FILE]: undefined, 'verifiers/yes/notes.txt': '' }))).toEqual([expect.objectContaining({ file: 'verifiers/yes/verifier.ts', what: 'is missing' })])
  })

  test('is refused where its module is not UTF-8', async () => {
    expect(await problemsOf(catalogueWith({ [FILE]: new Uint8Array([0x2f, 0x2f, 0xff]) }))).toEqual([expect.objectContaining({ file: FILE, what: 'is not UTF-8' })])
  })

  test('has every problem in one line of text, whatever it threw', async () => {
    const problems = await problemsOf(withVerifier("throw new Error('one\\ntwo\\r\\u2028three')\n"))
    expect(problems.map(problemText).join('')).not.toMatch(/[\n\r\u2028]/)
  })
})

describe('in a plain Node', () => {
  test('a verifier anywhere may import this program', () => {
    const text = `import { defineVerifier } from 'polygraph/contract'
import type { Verifier } from 'polygraph/contract'
import { pass } from 'polygraph/schema'
const verifier: Verifier = defineVerifier({ kind: 'control', place: ['nowhere'], believes: 'nothing: ' + typeof pass, cases: [], user: 'none', verify: async () => pass('always-passes', '') })
export default verifier
`
    expect(inPlainNode(catalogueWith({ [FILE]: undefined, 'verifiers/typed/verifier.ts': text }))).toBe('typed: nothing: function')
  })

  test('what this program doesn\'t export, or nobody has, is a problem of that file', () => {
    const said = inPlainNode(catalogueWith({
      [FILE]: "import 'polygraph/secrets'\n", 'verifiers/lost/verifier.ts': "import 'no-such-package'\n", 'verifiers/odd/verifier.ts': 'enum Odd { A }\nexport default Odd\n',
      'verifiers/bent/verifier.ts': 'export default {\n',
    }))
    expect(said.split('\n').map((line) => line.replace(/^[^/]*\//, '').slice(0, 55))).toEqual([
      expect.stringContaining('verifiers/bent/verifier.ts:'), expect.stringContaining('verifiers/lost/verifier.ts'),
      expect.stringContaining('verifiers/odd/verifier.ts'), expect.stringContaining('verifiers/yes/verifier.js'),
    ])
  })

  test('verifier.ts goes before verifier.js', () => {
    const folder = lay(scratch(), { 'verifiers/both/verifier.js': VERIFIER, 'verifiers/both/verifier.ts': VERIFIER.replace("'nothing'", "'the typed one'") })
    expect(inPlainNode(folder)).toBe('both: the typed one')
  })
})
