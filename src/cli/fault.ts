import type { Point } from '../run/index.ts'
import type { Stage } from '../trial/index.ts'
import { EXIT, Stop } from './io.ts'

/** A moment at which a test lets this program die or stand still: a stage of a trial, a point of the run, a file of the report, its seal. */
export type Moment = Stage | Point | 'report' | 'sealing'
const MOMENTS: readonly Moment[] = ['fork', 'act', 'seal', 'verify', 'discard', 'record', 'opened', 'phase', 'closing', 'report', 'sealing']

export interface Fault { at(moment: Moment): Promise<void> }

/**
 * What POLYGRAPH_FAULT asks for: `kill@verify#3` ends this process with SIGKILL when `verify` is reached for the third
 * time, `hold@act#1` lets it stand there until somebody ends it, `stop@act#1` stops the process until it is sent SIGCONT. For
 * tests of survival and nothing else.
 */
export function faultOf(text: string | undefined): Fault {
  if (text === undefined || text === '') return { at: async () => {} }
  const [, what, moment, count] = /^(kill|hold|stop)@([a-z]+)#(\d+)$/.exec(text) ?? []
  if (!MOMENTS.includes(moment as Moment)) throw new Stop(EXIT.askedWrongly, `POLYGRAPH_FAULT is "${text}"; it is for tests, and looks like kill@verify#3 with one of ${MOMENTS.join(', ')}`)
  let left = Number(count)
  return {
    async at(reached) {
      if (reached !== moment || --left !== 0) return
      if (what === 'stop') return void process.kill(process.pid, 'SIGSTOP')
      if (what === 'kill') process.kill(process.pid, 'SIGKILL')
      await new Promise((resolve) => { setInterval(resolve, 0x7fff_ffff) })
    },
  }
}
