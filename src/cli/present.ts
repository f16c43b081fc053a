import { join } from 'node:path'
import { isSealed } from '../evidence/index.ts'
import type { Source } from '../report/index.ts'
import { compose, errorsOf, inconclusive, terminalSummary, writeReport } from '../report/index.ts'
import type { RunFolder } from '../run/index.ts'
import { readFacts, readRecord, restoreReport } from '../run/index.ts'
import { printable } from '../schema/index.ts'
import type { Io } from './io.ts'
import { EXIT, json, shownPath, Stop } from './io.ts'
import type { Sealer } from './seal.ts'

/**
 * Makes the report of a run from its run.json and trials.jsonl alone, and prints the summary. Gives the exit code: 0
 * where every judged finding is reproduced and every control holds, 3 where too many trials ended in an error of the machine.
 * A run that has just ended is sealed in between. `out`: a folder of its own for the report.
 */
export async function present(io: Io, folder: RunFolder, options: { readonly json: boolean; readonly out?: string; readonly onFile?: () => Promise<void>; readonly seal?: Sealer }): Promise<number> {
  const record = await readRecord(folder)
  if ('because' in record) throw new Stop(EXIT.askedWrongly, record.because)
  const read = await readFacts(folder.rows)
  if (!read.ok) throw new Stop(EXIT.askedWrongly, read.because)
  if (read.cutTail) io.err('The last line of trials.jsonl was cut short and is left out.')
  if (options.out === undefined && options.seal === undefined && await isSealed(folder.dir)) await underSeal(io, folder, { record, ...read })
  else await writeReport(options.out ?? folder.dir, { record, ...read }, options.onFile)
  // Nothing is written to the folder from here on.
  const sealed = await options.seal?.()
  const report = compose(record, read.rows)
  const doubt = inconclusive(report)
  const path = shownPath(io, join(options.out ?? folder.dir, 'report.html'))
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

/** A report that comes out otherwise than its seal says would leave a run that does not hold any more. */
async function underSeal(io: Io, folder: RunFolder, source: Source): Promise<void> {
  const others = await restoreReport(folder.dir, source)
  if (others.length === 0) return
  const dir = shownPath(io, folder.dir)
  const what = others.length === 1 ? others[0]! : `${others[0]!} and ${others.length - 1} more`
  throw new Stop(EXIT.askedWrongly, `${dir} is sealed, and ${printable(what)} would not come out as sealed; nothing was written. To have the report elsewhere: polygraph report ${dir} --out FOLDER`)
}
