import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { filled, placeholdersOf } from '../../../src/backends/command/template.ts'

describe('a template', () => {
  test.each([
    ['text stays', ['a', '-b'], {}, ['a', '-b']],
    ['a value within an argument', ['--x={n}'], { n: 3 }, ['--x=3']],
    ['several in one', ['{a}:{b}'], { a: 'p', b: 'q' }, ['p:q']],
    ['a list as arguments of their own', ['run', '{argv}', 'end'], { argv: ['a', 'b c', ''] }, ['run', 'a', 'b c', '', 'end']],
    ['an empty list is no argument', ['run', '{env}'], { env: [] }, ['run']],
    ['braces in braces are the tool\'s own', ['{{.Names}}'], {}, ['{{.Names}}']],
  ] as const)('%s', (_, template, values, expected) => {
    expect(filled(template, values)).toEqual(expected)
  })

  test('a placeholder without a value, or a list within an argument, is a defect', () => {
    expect(() => filled(['{state}'], {})).toThrow('{state} has no value here')
    expect(() => filled(['--x={argv}'], { argv: ['a'] })).toThrow('{argv} has no value here')
  })

  test('names what stands in braces', () => {
    expect(placeholdersOf(['{a}', 'x{b}y{c}', '{{d}}', 'e'])).toEqual(['a', 'b', 'c'])
  })

  test('what is put in is one argument each, whatever it holds, and is never looked at again', () => {
    fc.assert(fc.property(fc.array(fc.string()), fc.string(), (argv, cwd) => {
      expect(filled(['exec', '{cwd}', '--', '{argv}'], { cwd, argv })).toEqual(['exec', cwd, '--', ...argv])
    }), { examples: [[['{cwd}', '$(id)', '; rm -rf /', '{argv}'], '{argv}']] })
  })
})
