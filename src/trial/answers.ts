import type { Case, Expectation, Value } from '../schema/index.ts'
import { canonical, floatText } from '../schema/index.ts'

/**
 * Cases as plain JSON, as a harness would keep them: `[{"call": "add", "args": [10, 20], "returns": 30}]`, with `make`
 * and `steps` for objects and `argv`, `stdin`, `files` for programs. A float keeps its point, since 100 and 100.0 are
 * different answers. The last entry carries the marker of the copy, if it has one.
 */
export function answersJson(cases: readonly Case[], canary?: string): string {
  const rows = [...cases.map(caseJson), ...(canary === undefined ? [] : [object({ revision: JSON.stringify(canary) })])]
  return rows.length === 0 ? '[]\n' : `[\n ${rows.join(',\n ')}\n]\n`
}

function caseJson(item: Case): string {
  switch (item.kind) {
    case 'call': return object({ call: JSON.stringify(item.call), args: list(item.args), ...outcome(item.expect) })
    case 'steps': return object({
      make: JSON.stringify(item.make), args: list(item.args),
      steps: `[${item.steps.map((step) => object({ call: JSON.stringify(step.call), args: list(step.args), ...outcome(step.expect) })).join(', ')}]`,
    })
    case 'program': return object({
      argv: JSON.stringify(item.argv), stdin: JSON.stringify(item.stdin), files: JSON.stringify(item.files),
      stdout: JSON.stringify(item.expect.stdout), exit: JSON.stringify(item.expect.exit), writes: JSON.stringify(item.expect.files),
    })
  }
}

function outcome(expect: Expectation): Readonly<Record<string, string>> {
  return 'returns' in expect ? { returns: json(expect.returns) } : { raises: JSON.stringify(expect.raises) }
}

function object(fields: Readonly<Record<string, string>>): string {
  return `{${Object.entries(fields).map(([key, text]) => `${JSON.stringify(key)}: ${text}`).join(', ')}}`
}

function list(values: readonly Value[]): string {
  return `[${values.map(json).join(', ')}]`
}

function json(value: Value): string {
  switch (value.type) {
    case 'int': return value.value.toString()
    case 'float': return Number.isFinite(value.value) ? floatText(value.value) : JSON.stringify(canonical(value))
    case 'str': return JSON.stringify(value.value)
    case 'bytes': return JSON.stringify(value.hex)
    case 'bool': return String(value.value)
    case 'none': return 'null'
    case 'dict': return `{${value.entries.map(([key, item]) => `${JSON.stringify(key.type === 'str' ? key.value : canonical(key))}: ${json(item)}`).join(', ')}}`
    default: return list(value.items)
  }
}
