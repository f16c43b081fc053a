import { join } from 'node:path'
import { compose, errorsOf, inconclusive, terminalSummary, writeReport } from '../report/index.ts'
import type { RunFolder } from '../run/index.ts'
import { readFacts, readRecord } from '../run/index.ts'
import type { Io } from './io.ts'
import { EXIT, json, shownPath, Stop } from './io.ts'
import type { Sealer } from './seal.ts'

/**
 * Makes the report of a run from its run.json and trials.jsonl alone, and prints the summary. Gives the exit code: 0
 * where every judged finding is reproduced and every control holds, 3 where too many trials ended in an error of the machine.
 * A run that has just ended is sealed in between.
 */
export async function present(io: Io, folder: RunFolder, options: { readonly json: boolean; readonly onFile?: () => Promise<void>; readonly seal?: Sealer }): Promise<number> {
  const record = await readRecord(folder)
  if ('because' in record) throw new Stop(EXIT.askedWrongly, record.because)
  const read = await readFacts(folder.rows)
  if (!read.ok) throw new Stop(EXIT.askedWrongly, read.because)
  if (read.cutTail) io.err('The last line of trials.jsonl was cut short and is left out.')
  await writeReport(folder.dir, { record, ...read }, options.onFile)
  // Nothing is written to the folder from here on.
  const sealed = await options.seal?.()
  const report = compose(record, read.rows)
  const doubt = inconclusive(report)
  const path = shownPath(io, join(folder.dir, 'report.html'))
  if (options.json) {
    json(io, {
      run: record.id, folder: folder.dir, state: record.state, conclusive: doubt === null, errors: errorsOf(report).trials, findings: report.findings, controls: report.controls,
      ...(sealed === undefined ? {} : { seal: sealed }),
    })
  } else io.out(terminalSummary(report, { colour: io.colour, width: io.width, report: path }))
  if (doubt !== null) {
    io.err(`${doubt}. To repeat those alone: polygraph run --resume ${shownPath(io, folder.dir)} --retry-errors`)
    return EXIT.infrastructure
  }
  if (sealed === null) return EXIT.infrastructure
  const short = report.findings.some((finding) => finding.reproduced === false) || report.controls.some((control) => !control.holds)
  return short ? EXIT.fellShort : EXIT.done
}
