import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { problemText } from '../../src/catalogue/index.ts'
import { BROKEN, loadProbes, PROMISES } from '../../src/conformance/index.ts'
import { Family } from '../../src/schema/index.ts'

let dir: string
beforeEach(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-probes-')) })
afterEach(() => rm(dir, { recursive: true, force: true }))

const TOML = 'question = "Is it?"\npromise = "contract.exec"\ncontrols = ["shared"]\n'

async function lay(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
}

async function problems(): Promise<readonly string[]> {
  const loaded = await loadProbes(dir)
  return loaded.ok ? [] : loaded.problems.map(problemText)
}

describe('probes of this program', () => {
  test('are at least 120, in all sixteen families, each with a promise and a broken backend that there is', async () => {
    const loaded = await loadProbes()
    if (!loaded.ok) throw new Error(loaded.problems.map(problemText).join('\n'))
    expect(loaded.probes.length).toBeGreaterThanOrEqual(120)
    expect(new Set(loaded.probes.map(({ family }) => family))).toEqual(new Set(Family.options))
    expect(loaded.probes.filter(({ promise, controls }) => !PROMISES.has(promise) || controls.some((name) => !BROKEN.has(name)))).toEqual([])
  })
})

test('every promise of readiness but preload, and every clause of the contract, is tested by a probe', async () => {
  const loaded = await loadProbes()
  const tested = new Set(loaded.ok ? loaded.probes.map(({ promise }) => promise) : [])
  expect([...PROMISES].filter((promise) => !tested.has(promise))).toEqual(['preload'])
})

describe('a folder of probes', () => {
  test('holds programs and modules; the order is that of families, then of names', async () => {
    await lay({
      'health/b/probe.toml': TOML, 'health/b/probe.sh': 'echo x', 'exec/z/probe.toml': TOML, 'exec/z/probe.py': 'print(1)',
      'exec/a/probe.toml': TOML, 'exec/a/probe.ts': "import { defineProbe, holds } from 'polygraph/probe'\nexport default defineProbe(async () => holds('x'))\n",
    })
    const loaded = await loadProbes(dir)
    expect(loaded.ok && loaded.probes.map(({ id, program, host }) => [id, program, host !== null])).toEqual([['exec/a', null, true], ['exec/z', 'probe.py', false], ['health/b', 'probe.sh', false]])
  })

  test('its digest changes with any byte of a probe', async () => {
    await lay({ 'exec/a/probe.toml': TOML, 'exec/a/probe.sh': 'echo x' })
    const one = await loadProbes(dir)
    await lay({ 'exec/a/probe.sh': 'echo y' })
    const other = await loadProbes(dir)
    expect(one.ok && other.ok && one.digest !== other.digest).toBe(true)
  })

  test('programs in shared/ are no family; every probe has them behind its own, and they count in the digest', async () => {
    await lay({ 'exec/a/probe.toml': TOML, 'exec/a/probe.ts': 'export default async () => {}', 'exec/a/own.py': 'own', 'shared/own.py': 'other', 'shared/both.py': 'one' })
    const one = await loadProbes(dir)
    if (!one.ok) throw new Error(one.problems.map(problemText).join('\n'))
    expect(one.probes.map(({ id, files }) => [id, ...['own.py', 'both.py'].map((name) => Buffer.from(files.get(name)!.bytes).toString())])).toEqual([['exec/a', 'own', 'one']])
    await lay({ 'shared/both.py': 'two' })
    const other = await loadProbes(dir)
    expect(other.ok && other.digest !== one.digest).toBe(true)
    await lay({ 'exec/b/probe.toml': TOML, 'shared/probe.sh': 'echo x' })
    expect((await problems()).join()).toContain('conformance/probes/exec/b: has neither probe.ts')
  })

  test.each([
    ['no family', { 'residues/a/probe.toml': TOML, 'residues/a/probe.sh': '' }, 'conformance/probes/residues: is no family of probes; did you mean "residue"?'],
    ['no toml', { 'exec/a/probe.sh': '' }, 'conformance/probes/exec/a/probe.toml: is missing'],
    ['no program', { 'exec/a/probe.toml': TOML }, 'conformance/probes/exec/a: has neither probe.ts nor probe.sh nor probe.py'],
    ['an unknown key', { 'exec/a/probe.toml': `${TOML}promises = 1\n`, 'exec/a/probe.sh': '' }, 'conformance/probes/exec/a/probe.toml:4: promises:'],
    ['a promise that is none', { 'exec/a/probe.toml': TOML.replace('contract.exec', 'contract.exce'), 'exec/a/probe.sh': '' }, 'conformance/probes/exec/a/probe.toml:2: promise: "contract.exce" is no promise; did you mean "contract.exec"?'],
    ['a broken backend that is none', { 'exec/a/probe.toml': TOML.replace('shared', 'sharde'), 'exec/a/probe.sh': '' }, 'conformance/probes/exec/a/probe.toml:3: controls: "sharde" is no broken backend; did you mean "shared"?'],
    ['no control', { 'exec/a/probe.toml': TOML.replace('["shared"]', '[]'), 'exec/a/probe.sh': '' }, 'conformance/probes/exec/a/probe.toml:3: controls'],
    ['a question that is none', { 'exec/a/probe.toml': TOML.replace('Is it?', 'It is.'), 'exec/a/probe.sh': '' }, 'conformance/probes/exec/a/probe.toml:1: question'],
    ['a module that does not load', { 'exec/a/probe.toml': TOML, 'exec/a/probe.ts': 'throw new Error("no")' }, 'conformance/probes/exec/a/probe.ts: does not load: no'],
    ['a module without a probe', { 'exec/a/probe.toml': TOML, 'exec/a/probe.ts': 'export const a = 1' }, 'conformance/probes/exec/a/probe.ts: default: has no default export that is a probe'],
  ])('%s is told with file, line and fix', async (_, files, expected) => {
    await lay(files as Readonly<Record<string, string>>)
    expect((await problems()).join('\n')).toContain(expected)
  })

  test('a link in a probe is refused, and every problem is told at once', async () => {
    await lay({ 'exec/a/probe.toml': TOML, 'exec/b/probe.sh': '' })
    await symlink('/etc/passwd', join(dir, 'exec/a/probe.sh'))
    expect((await problems()).length).toBeGreaterThanOrEqual(2)
  })
})
