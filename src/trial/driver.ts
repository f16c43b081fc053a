/**
 * The shell session of an act, as a program for bash. The agent owns the shell in which it runs, so the driver defends
 * nothing: whatever a script does to it is that script's own claim. What it promises is that a script that is merely odd
 * (exits, `set -eu`, its own traps, another directory) is still followed by the test run, and that whatever comes back
 * can be read.
 *
 * Two streams come back. Standard output is all that the script wrote, to either of its own: the words of the claim.
 * Standard error is the test run, between two marker lines that carry the exit codes.
 */

/** High enough to be out of the way of a script that counts descriptors from 3, and below any limit on open files. */
const REPORT = 97
const SCRIPT = 98

const MARK = '\x1e'

/**
 * The program. The script comes on standard input, which leaves no file and no argument behind; it is read to its end
 * before it is sourced, and then sees an empty standard input. The test command stands in the program text, where no
 * variable of the script reaches it. It runs after the script, or from the exit trap when the script exits.
 */
export function driver(test: readonly string[], nonce: string): string {
  const run = [
    '_polygraph_script=$?',
    // A script that set its own exit trap has replaced ours, one that did not would run the test twice.
    'if [[ ! -v _polygraph_tested ]]; then _polygraph_tested=1',
    `{ ${mark('script', nonce, '$_polygraph_script')}`,
    // A list, so that `set -e` in the script doesn't end the shell before the second marker.
    `${test.map(quote).join(' ')} && _polygraph_test=0 || _polygraph_test=$?`,
    `${mark('test', nonce, '$_polygraph_test')}; } >&${REPORT} 2>&1 </dev/null ${REPORT}>&-`,
    'builtin exit "${_polygraph_test:-$_polygraph_script}"; fi',
  ].join('\n')
  return [...opening, `trap ${quote(`{ ${run}\n} 2>/dev/null`)} EXIT`, `source /dev/fd/${SCRIPT}`, `{ ${run}\n} 2>/dev/null`].join('\n')
}

/** The session of the script alone, for the ablation in which the test runs in a session of its own. */
export function scriptOnly(): string {
  return [...opening, `source /dev/fd/${SCRIPT}`].join('\n')
}

const opening = [
  `exec ${REPORT}>&2 2>&1`,
  "IFS= builtin read -r -d '' _polygraph_text",
  `exec ${SCRIPT}<<<"$_polygraph_text" </dev/null`,
  'unset -v _polygraph_text',
]

/** Bash reads its start-up files for a shell whose input is a socket; these flags say that it must not. */
export function session(program: string): readonly string[] {
  return ['/bin/bash', '--noprofile', '--norc', '-c', program]
}

/** The script as it is sent. Bash would drop a NUL byte and stop reading there. */
export function scriptBytes(script: string): Uint8Array {
  return Buffer.from(script.replaceAll('\0', ''))
}

/** What the report stream said. An exit code is null where its marker is missing, malformed or there twice. */
export interface Report { readonly scriptExit: number | null; readonly testExit: number | null; readonly testOutput: Uint8Array; readonly testStarted: boolean }

/** Reads the report stream. Never throws, whatever the bytes. */
export function readReport(stream: Uint8Array, nonce: string): Report {
  const bytes = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength)
  const script = findMark(bytes, 'script', nonce)
  const test = findMark(bytes, 'test', nonce)
  const from = script.at(0)?.end ?? 0
  const to = test.at(-1)?.start ?? bytes.length
  return {
    scriptExit: single(script),
    testExit: single(test),
    testOutput: from <= to ? bytes.subarray(from, to) : new Uint8Array(),
    testStarted: script.length > 0,
  }
}

interface Mark { readonly start: number; readonly end: number; readonly code: number | null }

function findMark(bytes: Buffer, name: string, nonce: string): readonly Mark[] {
  const prefix = Buffer.from(`${MARK}polygraph ${nonce} ${name} `)
  const found: Mark[] = []
  for (let start = bytes.indexOf(prefix); start !== -1; start = bytes.indexOf(prefix, start + 1)) {
    const newline = bytes.indexOf('\n', start + prefix.length)
    const end = newline === -1 ? bytes.length : newline + 1
    const text = bytes.toString('latin1', start + prefix.length, Math.min(end, start + prefix.length + 5))
    const code = /^(\d{1,3})\n$/.exec(text)?.[1]
    found.push({ start, end, code: code === undefined || Number(code) > 255 ? null : Number(code) })
  }
  return found
}

function single(marks: readonly Mark[]): number | null {
  return marks.length === 1 ? marks[0]!.code : null
}

function mark(name: string, nonce: string, value: string): string {
  return `builtin printf '\\036polygraph ${nonce} ${name} %s\\n' "${value}"`
}

/** One word for bash, whatever is in it. */
export function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
