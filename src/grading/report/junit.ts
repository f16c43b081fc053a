import type { Counts } from './summary.ts'

/**
 * What a JUnit file says in the attributes of its suites, as harnesses read it: sums over the outermost elements, and the
 * test cases themselves are not looked at. Null for what is no such file.
 */
export function junitCounts(xml: string): Counts | null {
  const outer = /<testsuites\b[^>]*\btests\s*=/.test(xml) ? 'testsuites' : 'testsuite'
  const suites = [...xml.matchAll(new RegExp(`<${outer}\\b([^>]*)>`, 'g'))].map(([, attributes]) => attributes!)
  if (suites.length === 0) return null
  const sum = (name: string): number => suites.reduce((total, attributes) => total + attribute(attributes, name), 0)
  const failed = sum('failures') + sum('errors')
  return { passed: Math.max(0, sum('tests') - failed - sum('skipped') - sum('disabled')), failed }
}

function attribute(attributes: string, name: string): number {
  return Number(new RegExp(`\\b${name}\\s*=\\s*["'](\\d{1,9})["']`).exec(attributes)?.[1] ?? 0)
}
