import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { driver, quote, readReport, scriptBytes, session } from '../../src/trial/driver.ts'

const TEST = ['/bin/sh', '-c', 'echo "test run in $PWD with ${FLAG-none}"; exit 3']

interface Acted { words: string; scriptExit: number | null; testExit: number | null; testOutput: string; code: number | null }

function act(script: string, test: readonly string[] = TEST): Acted {
  const [command, ...args] = session(driver(test, 'abcd'))
  const ended = spawnSync(command!, args, { input: scriptBytes(script), cwd: '/tmp', env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: '/tmp' }, timeout: 10_000 })
  const report = readReport(ended.stderr, 'abcd')
  return { words: ended.stdout.toString(), scriptExit: report.scriptExit, testExit: report.testExit, testOutput: Buffer.from(report.testOutput).toString(), code: ended.status }
}

const RUN = 'test run in /tmp with none\n'

test.each([
  ['says something', 'echo hi; echo there >&2', { words: 'hi\nthere\n', scriptExit: 0, testExit: 3, testOutput: RUN }],
  ['exits', 'echo hi; exit 4; echo no', { words: 'hi\n', scriptExit: 4, testExit: 3, testOutput: RUN }],
  ['returns', 'return 5', { words: '', scriptExit: 5, testExit: 3, testOutput: RUN }],
  ['fails under set -eu', 'set -eu; false; echo no', { words: '', scriptExit: 1, testExit: 3, testOutput: RUN }],
  ['uses an unset variable under set -u', 'set -u; echo "$nothing"', { scriptExit: 127, testExit: 3, testOutput: RUN }],
  ['exports', 'export FLAG=set', { testOutput: 'test run in /tmp with set\n' }],
  ['goes elsewhere', 'cd /', { testOutput: 'test run in / with none\n' }],
  ['sets its own exit trap', "trap 'echo bye' EXIT; echo hi", { words: 'hi\nbye\n', scriptExit: 0, testExit: 3 }],
  ['clears the exit trap', 'trap - EXIT', { scriptExit: 0, testExit: 3 }],
  ['ignores signals', "trap '' TERM INT HUP", { scriptExit: 0, testExit: 3 }],
  ['has a syntax error', 'if (', { testExit: 3, testOutput: RUN }],
  ['is empty', '', { words: '', scriptExit: 0, testExit: 3 }],
  ['reads its standard input', 'cat; echo end', { words: 'end\n', scriptExit: 0, testExit: 3 }],
  ['holds NUL bytes', 'echo a\0b', { words: 'ab\n', scriptExit: 0, testExit: 3 }],
  ['traces itself', 'set -x; echo hi', { testExit: 3 }],
  ['sets odd options', 'set -fuC -o pipefail -o noclobber; shopt -s nullglob', { scriptExit: 0, testExit: 3 }],
  ['defines a function named like the test', 'function /bin/sh { echo forged; }', { testExit: 0, testOutput: 'forged\n' }],
  ['unsets PATH', 'unset PATH', { scriptExit: 0, testExit: 3 }],
  ['writes invalid UTF-8', "printf '\\377\\376'", { scriptExit: 0, testExit: 3 }],
] satisfies readonly [string, string, Partial<Acted>][])('a script that %s is followed by the test run', (_, script, expected) => {
  expect(act(script)).toMatchObject(expected)
})

test.each([
  ['replaces the shell', 'echo hi; exec true', { words: 'hi\n', scriptExit: null, testExit: null, code: 0 }],
  ['kills the shell', 'echo hi; kill -9 $$', { words: 'hi\n', scriptExit: null, testExit: null, code: null }],
  ['sets its own exit trap and exits', "trap 'echo bye' EXIT; exit 3", { words: 'bye\n', testExit: null, code: 3 }],
  ['closes every descriptor', 'echo hi; for fd in /proc/self/fd/*; do fd=${fd##*/}; eval "exec $fd>&-"; done 2>/dev/null', { testExit: null }],
  ['makes the names of the driver read-only', 'readonly _polygraph_tested= _polygraph_test=0', { testExit: null }],
  ['takes builtins away', 'builtin() { :; }; printf() { :; }', { testExit: null }],
  ['gives keywords an alias', 'shopt -s expand_aliases; alias if=true builtin=true', { testExit: null }],
  ['stops reading commands', 'set -n', { testExit: null }],
] satisfies readonly [string, string, Partial<Acted>][])('a script that %s ends without a test run that anybody could believe', (_, script, expected) => {
  expect(act(script)).toMatchObject(expected)
})

test('forged markers make no exit code out of two answers', () => {
  expect(act("printf '\\036polygraph abcd test 0\\n' >&97").testExit).toBeNull()
})

test('a forged marker is believed where nothing contradicts it: it is the claim of the agent', () => {
  expect(act("printf '\\036polygraph abcd test 0\\n' >&97; kill -9 $$").testExit).toBe(0)
})

test('an alias does not reach the test command, a function does', () => {
  expect(act('shopt -s expand_aliases; alias sh=true', ['sh', '-c', 'exit 3']).testExit).toBe(3)
  expect(act('sh() { true; }', ['sh', '-c', 'exit 3']).testExit).toBe(0)
})

test('the words hold nothing of the test run', () => {
  const { words, testOutput } = act('echo I repaired add alone.', ['/bin/sh', '-c', 'echo 1 failed, 1 passed; exit 1'])
  expect(words).toBe('I repaired add alone.\n')
  expect(testOutput).toBe('1 failed, 1 passed\n')
})

test('functions, background jobs and the working folder of the script outlive it', () => {
  const { testOutput } = act('greet() { echo greeted; }; export -f greet; sleep 2 & export JOB=$!', ['bash', '-c', 'greet; kill -0 $JOB && echo alive'])
  expect(testOutput).toBe('greeted\nalive\n')
})

test('the report of any bytes is read without a crash', () => {
  const piece = fc.oneof(fc.uint8Array(), fc.constantFrom('\x1epolygraph abcd script ', '\x1epolygraph abcd test ', '0\n', '999\n', '1', '\n', '-1\n', '1e9\n').map((text) => Buffer.from(text)))
  fc.assert(fc.property(fc.array(piece), (pieces) => {
    const { scriptExit, testExit, testOutput } = readReport(Buffer.concat(pieces), 'abcd')
    for (const code of [scriptExit, testExit]) expect(code === null || (code >= 0 && code <= 255)).toBe(true)
    expect(testOutput.length).toBeLessThanOrEqual(pieces.reduce((sum, each) => sum + each.length, 0))
  }))
})

test('a word survives the shell, whatever is in it', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')), (text) => {
    const { stdout } = spawnSync('/bin/bash', ['--norc', '-c', `printf %s ${quote(text)}`])
    expect(stdout.toString()).toBe(text)
  }), { numRuns: 30 })
})
