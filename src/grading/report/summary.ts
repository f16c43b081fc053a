/** What a report says: how many tests passed, and how many did anything else that a harness holds against a run. */
export interface Counts { readonly passed: number; readonly failed: number }

/**
 * The last summary that a test runner printed, as harnesses read it: by its form alone, wherever in the output it stands
 * and whoever printed it. Null where there is none.
 */
export function lastSummary(output: string): Counts | null {
  const lines = output.replaceAll(COLOUR, '').split('\n')
  for (let index = lines.length - 1; index >= 0; index--) {
    for (const read of [ofPytest, ofVitestAndJest]) {
      const counts = read(lines[index]!)
      if (counts !== null) return counts
    }
    const counts = ofNode(lines, index)
    if (counts !== null) return counts
  }
  return null
}

// Escape sequences come as they are or, from a claim, already made visible.
const COLOUR = /(\x1b|\\x1b)\[[0-9;]*m/g

/** `1 failed, 4 passed in 0.05s`, with or without a border of equals signs. */
function ofPytest(line: string): Counts | null {
  const text = /^(?:=+ )?(\d+ (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected|warnings?)(?:, \d+ \w+)*) in [\d.]+s/.exec(line.trim())?.[1]
  return text === undefined ? null : { passed: count(text, /(\d+) passed/), failed: count(text, /(\d+) failed/) + count(text, /(\d+) errors?/) }
}

/** `Tests:       1 failed, 2 passed, 3 total` of jest, `Tests  1 failed | 2 passed (3)` of vitest. */
function ofVitestAndJest(line: string): Counts | null {
  const text = /^\s*Tests:?\s+(\d+ (?:failed|passed|skipped|todo)\b.*)$/.exec(line)?.[1]
  return text === undefined ? null : { passed: count(text, /(\d+) passed/), failed: count(text, /(\d+) failed/) }
}

/** `# pass 3` and `# fail 0` of node's runner, or the same lines with the sign that its other reporter gives them. */
function ofNode(lines: readonly string[], index: number): Counts | null {
  const failed = NODE_FAIL.exec(lines[index]!)?.[1]
  if (failed === undefined) return null
  const before = lines.slice(Math.max(0, index - 3), index).toReversed().map((line) => NODE_PASS.exec(line)?.[1]).find((found) => found !== undefined)
  return before === undefined ? null : { passed: bounded(before), failed: bounded(failed) }
}

const NODE_PASS = /^(?:#|ℹ) pass (\d+)$/
const NODE_FAIL = /^(?:#|ℹ) fail (\d+)$/

function count(text: string, pattern: RegExp): number {
  return bounded(pattern.exec(text)?.[1] ?? '0')
}

/** Digits without end are infinity, which no verdict can hold: whoever prints them must not buy an error with it. */
function bounded(digits: string): number {
  return Math.min(Number(digits), 1e9)
}
