import { create } from 'xmlbuilder2'
import type { ConformanceReport } from '../../schema/index.ts'
import { printable } from '../../schema/index.ts'

/** JUnit XML: a suite a family, a case a probe. Unsupported and unverified are skipped; so is a failure that is waived. */
export function conformanceJunit(report: ConformanceReport): string {
  const { probes, summary } = report
  const root = create({ version: '1.0', encoding: 'UTF-8' }).ele('testsuites', { name: `conformance of ${printable(report.backend)}`, tests: probes.length, failures: summary.fail - summary.waived })
  for (const [family, all] of Map.groupBy(probes, (probe) => probe.family)) {
    const failed = all.filter(({ outcome, waived }) => outcome === 'fail' && waived === null)
    const skipped = all.filter((probe) => probe.outcome !== 'pass' && !failed.includes(probe))
    const suite = root.ele('testsuite', { name: family, tests: all.length, failures: failed.length, skipped: skipped.length, timestamp: report.startedAt, time: seconds(all.reduce((sum, { ms }) => sum + ms, 0)) })
    for (const probe of all) {
      const { id, outcome, because, evidence, waived, ms } = probe
      const one = suite.ele('testcase', { classname: `${printable(report.backend)}.${family}`, name: id, time: seconds(ms) })
      if (failed.includes(probe)) one.ele('failure', { message: printable(because) }).txt(printable(evidence))
      else if (outcome !== 'pass') one.ele('skipped', { message: printable(waived === null ? `${outcome}: ${because}` : `waived until ${waived.expires}: ${waived.reason}`) })
      one.ele('system-out').txt(printable(evidence))
    }
  }
  return `${root.end({ prettyPrint: true })}\n`
}

const seconds = (ms: number): string => (ms / 1000).toFixed(3)
