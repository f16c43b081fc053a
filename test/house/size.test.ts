import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, ROOT } from './files.ts'

interface Sized {
  file: string
  lines: number
}

const MOST = 400
const USUAL = 250
const SHARE = 0.9

/** What is wrong with the sizes of files: the ones that are too long, and a house in which long ones are common. */
function wrongSizes(files: readonly Sized[]): string[] {
  const tooLong = files.filter(({ lines }) => lines > MOST)
  const long = files.filter(({ lines }) => lines > USUAL)
  const wrong = tooLong.map(({ file, lines }) => `${file} has ${lines} lines, more than ${MOST}: divide it by concern`)
  if (files.length > 0 && 1 - long.length / files.length < SHARE) {
    wrong.push(`${long.length} of ${files.length} files have more than ${USUAL} lines: ${long.map(({ file }) => file).join(', ')}`)
  }
  return wrong
}

describe('the sizes of files', () => {
  test.each([
    ['the instrument', ['src', 'verifiers', 'conformance', 'bench', 'scripts', 'bin']],
    ['the tests', ['test', 'examples']],
  ])('%s: none is over 400 lines, nine in ten are under 250', (_, folders) => {
    const files = filesBelow(ROOT, folders, /\.m?ts$|\.mjs$/)
    expect(files.length).toBeGreaterThan(0)
    const wrong = wrongSizes(files.map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 })))
    expect(wrong, wrong.join('\n')).toEqual([])
  })

  test('the check names a file that is too long', () => {
    const files = [{ file: 'src/a.ts', lines: 401 }, ...Array.from({ length: 20 }, (_, n) => ({ file: `src/${n}.ts`, lines: 400 - n * 20 }))]
    expect(wrongSizes(files)[0]).toBe('src/a.ts has 401 lines, more than 400: divide it by concern')
  })

  test('the check tells when long files are common', () => {
    const files = Array.from({ length: 10 }, (_, n) => ({ file: `src/${n}.ts`, lines: n < 2 ? 251 : 50 }))
    expect(wrongSizes(files)).toEqual(['2 of 10 files have more than 250 lines: src/0.ts, src/1.ts'])
    expect(wrongSizes(files.slice(1))).toHaveLength(1)
    expect(wrongSizes(files.slice(2))).toEqual([])
  })
})
