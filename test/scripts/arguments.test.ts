import { expect, test } from 'vitest'
import { readArguments } from '../../scripts/setup/arguments.mjs'
import { programsFor } from '../../scripts/setup/programs.mjs'
import { ROOT } from '../house/files.ts'

test.each([
  [['reproduce', '--backend', 'X'], { goal: 'reproduce', args: ['--backend', 'X'], dryRun: false, quiet: false }],
  [['--dry-run', 'reproduce'], { goal: 'reproduce', args: [], dryRun: true, quiet: false }],
  [['reproduce', '--dry-run', '--seed', '7'], { goal: 'reproduce', args: ['--seed', '7'], dryRun: true, quiet: false }],
  [['--dry-run', '--quiet-if-done', 'test'], { goal: 'test', args: [], dryRun: true, quiet: true }],
  // `clean` has a dry run of its own.
  [['polygraph', 'clean', '--dry-run'], { goal: 'polygraph', args: ['clean', '--dry-run'], dryRun: false, quiet: false }],
])('%j', (argv, expected) => {
  expect(readArguments(argv)).toEqual(expected)
})

test.each([
  [['--dryrun', 'reproduce'], 'knows no --dryrun'],
  [['reprodcue'], 'knows no reprodcue; it starts reproduce'],
  [['toString'], 'knows no toString'],
  [[], 'Say what to start'],
])('%j is told', (argv, part) => {
  expect(readArguments(argv).wrong).toContain(part)
})

test('what is asked of a program is handed on to it', () => {
  expect(programsFor('test', ['test/house'], ROOT)).toEqual([{ argv: [`${ROOT}/node_modules/vitest/vitest.mjs`, 'run', 'test/house'], cwd: ROOT }])
  expect(programsFor('check', [], ROOT)).toHaveLength(2)
})
