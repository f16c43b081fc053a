import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, ROOT } from './files.ts'
import { HOUSE, importsOf, wrongImports } from './imports.ts'

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: Record<string, string> }
const packages = Object.keys(manifest.dependencies)

describe('the house', () => {
  const files = filesBelow(ROOT, ['src', 'verifiers', 'conformance'], /\.ts$/)

  test('holds files to check', () => {
    expect(files.length).toBeGreaterThan(0)
  })

  test('imports only downwards', () => {
    const wrong = files.flatMap((file) => wrongImports(file, readFileSync(join(ROOT, file), 'utf8'), packages))
    expect(wrong, wrong.join('\n')).toEqual([])
  })

  test('has every file in one of its folders', () => {
    const stray = files.filter((file) => file.startsWith('src/') && !HOUSE.some((folder) => file.startsWith(`src/${folder}/`)))
    expect(stray).toEqual([])
  })

  test('keeps TypeScript out of the agents and of a task, except in what a task hands to an agent or its tests', () => {
    const data = /^tasks\/[^/]+\/(environment|tests|solution)\//
    expect(filesBelow(ROOT, ['agents', 'tasks'], /\.[cm]?ts$/).filter((file) => !data.test(file))).toEqual([])
  })
})

describe('the checker', () => {
  const check = (file: string, text: string) => wrongImports(file, text, ['zod', '@scope/thing'])

  test.each([
    ['a folder above', 'src/trial/act.ts', "import { a } from '../schema/index.ts'"],
    ['its own folder', 'src/trial/act.ts', "import { a } from './seal.ts'"],
    ['its own folder from a deeper one', 'src/backends/shared/box.ts', "import { a } from '../retry.ts'"],
    ['a dependency', 'src/stats/a.ts', "import { z } from 'zod'; import b from '@scope/thing/deep'"],
    ['a node module', 'src/stats/a.ts', "import { readFile } from 'node:fs/promises'"],
    ['the exports, from a verifier', 'verifiers/strict/verifier.ts', "import type { V } from 'polygraph/contract'"],
    ['the exports, from a probe', 'conformance/probes/exec/exit-code/probe.ts', "import { holds } from 'polygraph/probe'"],
    ['a neighbour, from a verifier', 'verifiers/strict/verifier.ts', "import { a } from './protocol.ts'"],
    ['words that only look like imports', 'src/schema/a.ts', "// import '../cli/main.ts'\nconst a = \"import '../cli/main.ts'\""],
  ])('allows %s', (_, file, text) => {
    expect(check(file, text)).toEqual([])
  })

  test.each([
    ['a folder below', 'src/schema/task.ts', "import { a } from '../trial/act.ts'", 'src/schema stands below src/trial'],
    ['a type from below', 'src/stats/a.ts', "import type { A } from '../report/csv.ts'", 'src/stats stands below src/report'],
    ['a re-export from below', 'src/contract/index.ts', "export * from '../backends/index.ts'", 'src/contract stands below'],
    ['import() from below', 'src/run/run.ts', "const a = await import('../cli/main.ts')", 'src/run stands below src/cli'],
    ['a type written as import()', 'src/run/run.ts', "type A = import('../cli/main.ts').A", 'src/run stands below src/cli'],
    ['a specimen', 'src/trial/act.ts', "import { v } from '../../verifiers/strict/verifier.ts'", 'nothing from outside src/'],
    ['a path without its ending', 'src/trial/act.ts', "import { a } from './seal.js'", "'./seal.ts'"],
    ['a stray folder', 'src/utils/a.ts', "import { a } from '../schema/index.ts'", 'no folder of the house'],
    ['our own package', 'src/trial/act.ts', "import { a } from 'polygraph/schema'", 'relative path'],
    ['a development package', 'src/stats/a.ts', "import fc from 'fast-check'", 'not in the dependencies'],
    ['a bare node module', 'src/stats/a.ts', "import fs from 'fs'", "write 'node:fs'"],
    ['the source, from a verifier', 'verifiers/strict/verifier.ts', "import { a } from '../../src/trial/act.ts'", 'a verifier imports only'],
    ['another verifier, from a verifier', 'verifiers/strict/verifier.ts', "import { a } from '../held-out/verifier.ts'", 'a verifier imports only'],
    ['the source, from a probe', 'conformance/probes/exec/exit-code/probe.ts', "import { a } from '../../../../src/trial/act.ts'", 'a probe imports only'],
    ['another probe, from a probe', 'conformance/probes/exec/exit-code/probe.ts', "import { a } from '../stdin/probe.ts'", 'a probe imports only'],
    ['a package, from a probe', 'conformance/probes/exec/exit-code/probe.ts', "import { z } from 'zod'", 'a probe imports only'],
    ['a package, from a verifier', 'verifiers/strict/verifier.ts', "import { z } from 'zod'", 'a verifier imports only'],
  ])('refuses %s', (_, file, text, fix) => {
    const wrong = check(file, `const first = 1\n${text}`)
    expect(wrong).toHaveLength(1)
    expect(wrong[0]).toContain(`${file}:2 imports`)
    expect(wrong[0]).toContain(fix)
  })

  test('tells of a file that does not parse', () => {
    expect(() => importsOf('src/a.ts', 'import {')).toThrow('src/a.ts does not parse')
  })
})
