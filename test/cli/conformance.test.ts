import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { projectRoot } from '../../src/catalogue/index.ts'
import { ConformanceReport } from '../../src/schema/index.ts'
import { polygraph } from '../helpers/io.ts'

let dir: string
beforeAll(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-conformance-')) })
afterAll(() => rm(dir, { recursive: true, force: true }))

const ONLY = ['--only', 'exec/exit-code', '--only', 'host-surface/no-capabilities']
const bwrap = join(projectRoot(), 'examples/backends/bwrap.toml')
const process_ = join(projectRoot(), 'examples/backends/process.toml')

describe('polygraph conformance', () => {
  test('a table, and exit 0 where every promise is kept', async () => {
    const { code, out } = await polygraph(['conformance', 'namespaces', ...ONLY], dir)
    expect(code).toBe(0)
    expect(out).toContain('exec          1       1     0     0            0           1')
    expect(out).toContain('2 probes: 2 pass, 0 fail, 0 unsupported, 0 unverified; every control failed as it must.')
  })

  test('writes JSON that its schema takes, JUnit, Markdown and a page', async () => {
    const { code, out } = await polygraph(['conformance', 'namespaces', ...ONLY, '--json', '--out', 'r.json', '--junit', 'r.xml', '--markdown', 'r.md', '--html', 'r.html'], dir)
    expect(code).toBe(0)
    const printed = ConformanceReport.parse(JSON.parse(out))
    expect(printed).toEqual(ConformanceReport.parse(JSON.parse(await readFile(join(dir, 'r.json'), 'utf8'))))
    expect(Object.values(printed.digests).every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(true)
    expect(await readFile(join(dir, 'r.xml'), 'utf8')).toContain('<testcase classname="namespaces.exec" name="exec/exit-code"')
    expect(await readFile(join(dir, 'r.md'), 'utf8')).toContain('| exec/exit-code | Does every exit code from 0 to 255 come back as it was? | contract.exec | pass |')
    expect(await readFile(join(dir, 'r.html'), 'utf8')).toContain('<td>exec/exit-code<br>')
  })

  test('a promise that is broken ends with 1, the probe named with the command that repeats it', async () => {
    const { code, out } = await polygraph(['conformance', process_, '--only', 'fork-divergence/sibling-writes'], dir)
    expect(code).toBe(1)
    expect(out).toContain('fork-divergence/sibling-writes  FAIL')
    expect(out).toContain(`polygraph conformance ${process_} --only fork-divergence/sibling-writes`)
  })

  test('a waiver with a day to come accepts it, one that is over does not', async () => {
    const waiver = (expires: string): string => `[[waiver]]\nprobe = "fork-divergence/sibling-writes"\nbackend = "process"\nreason = "a bare process"\nexpires = "${expires}"\n`
    await writeFile(join(dir, 'w.toml'), waiver('2999-01-01'))
    const accepted = await polygraph(['conformance', process_, '--only', 'fork-divergence/sibling-writes', '--waivers', 'w.toml'], dir)
    expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining('fail, waived until 2999-01-01: a bare process') as string })
    await writeFile(join(dir, 'w.toml'), waiver('2020-01-01'))
    expect((await polygraph(['conformance', process_, '--only', 'fork-divergence/sibling-writes', '--waivers', 'w.toml'], dir)).code).toBe(1)
  })

  test('against a baseline only what changed is told', async () => {
    await polygraph(['conformance', 'namespaces', ...ONLY, '--out', 'base.json', '--save-baseline', 'slim.json'], dir)
    expect(JSON.parse(await readFile(join(dir, 'slim.json'), 'utf8'))).toEqual({ schema: 1, backend: 'namespaces', tier: expect.any(String) as string, probes: [{ id: 'exec/exit-code', outcome: 'pass' }, { id: 'host-surface/no-capabilities', outcome: 'pass' }] })
    expect(await polygraph(['conformance', 'namespaces', ...ONLY, '--baseline', 'slim.json'], dir)).toMatchObject({ code: 0 })
    expect(await polygraph(['conformance', 'namespaces', ...ONLY, '--baseline', 'base.json'], dir)).toMatchObject({ code: 0, out: expect.stringContaining('Nothing changed against the baseline.') as string })
    const report = ConformanceReport.parse(JSON.parse(await readFile(join(dir, 'base.json'), 'utf8')))
    await writeFile(join(dir, 'base.json'), JSON.stringify({ ...report, probes: report.probes.map((probe) => ({ ...probe, outcome: 'fail' })) }))
    expect((await polygraph(['conformance', 'namespaces', ...ONLY, '--baseline', 'base.json'], dir)).out).toContain('better: exec/exit-code  fail → pass')
    await writeFile(join(dir, 'base.json'), JSON.stringify({ ...report, probes: [{ ...report.probes[0], id: 'fork-divergence/sibling-writes', outcome: 'pass' }] }))
    const worse = await polygraph(['conformance', process_, '--only', 'fork-divergence/sibling-writes', '--baseline', 'base.json'], dir)
    expect(worse).toMatchObject({ code: 1, out: expect.stringContaining('worse: fork-divergence/sibling-writes  pass → fail') as string })
  })

  test('a backend of a file is measured as any other', async () => {
    const { code, out } = await polygraph(['conformance', bwrap, '--only', 'exec/exit-code', '--json'], dir)
    expect(code).toBe(0)
    expect(ConformanceReport.parse(JSON.parse(out))).toMatchObject({ backend: 'bwrap', tier: 'bwrap', summary: { pass: 1 } })
  })

  test('a backend of a module is measured as well, by its path', async () => {
    await writeFile(join(dir, 'mine.mjs'), "export default { id: 'mine', readiness: async () => ({ ready: false, because: 'no licence' }), prepare: async () => {}, leftovers: async () => [], remove: async () => {}, close: async () => {} }\n")
    expect(await polygraph(['conformance', './mine.mjs'], dir)).toMatchObject({ code: 3, err: expect.stringContaining("backend mine can't work here: no licence") as string })
    await writeFile(join(dir, 'half.mjs'), "export default { id: 'half' }\n")
    expect(await polygraph(['conformance', './half.mjs'], dir)).toMatchObject({ code: 2, err: expect.stringContaining('its default export is no backend: readiness, prepare, leftovers, remove, close missing') as string })
  })

  test.each([
    ['an unknown backend', ['namespace'], 'there is no backend "namespace"'],
    ['an unknown way to be broken', ['sharde(namespaces)'], 'there is no broken backend "sharde": did you mean "shared"?'],
    ['a file that is not there', ['./none.toml'], 'none.toml: ENOENT'],
    ['a module that is not there', ['./none.mjs'], "./none.mjs can't be loaded as a backend"],
    ['an unknown probe', ['namespaces', '--only', 'exec/exit-cod'], 'there is no probe or family "exec/exit-cod": did you mean "exec/exit-code"?'],
    ['a baseline that is none', ['namespaces', '--baseline', 'bad.json'], 'bad.json'],
    ['waivers that are none', ['namespaces', '--waivers', 'bad.json'], "bad.json can't be read as TOML"],
  ])('%s is one sentence and exit 2', async (_, asked, sentence) => {
    await writeFile(join(dir, 'bad.json'), '{"a": 1}')
    const { code, out, err } = await polygraph(['conformance', ...asked], dir)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(sentence)
  })
})
