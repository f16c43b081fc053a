/**
 * What a run of the same act on the same start state may differ in without differing: times, durations, process ids,
 * addresses and names of temporary files. EXP0 compares output raw and normalised; the difference between the two is
 * itself a finding, so this list is short and each rule says what it stands for.
 */
const RULES: readonly (readonly [RegExp, string])[] = [
  // 2026-11-30T14:27:32.123+00:00, 2026-11-30 14:27:32,123
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  // in 0.01s, 12ms, 1.5 seconds, 340 µs
  [/(?<![\w.])\d+(?:\.\d+)?(?:e[+-]?\d+)? ?(?:ns|us|µs|ms|s|sec|secs|second|seconds)\b/g, '<duration>'],
  [/\b0x[0-9a-fA-F]{4,16}\b/g, '<address>'],
  [/\b(pid|PID|Pid)([ =:#]{1,3})\d+/g, '$1$2<pid>'],
  [/\/(?:var\/)?tmp\/[^\s'":;,)\]}>]+/g, '<temp>'],
]

/** Output with times, durations, process ids, hexadecimal addresses and temporary paths replaced by their names. */
export function normaliseOutput(text: string): string {
  return RULES.reduce((text, [pattern, name]) => text.replace(pattern, name), text)
}
