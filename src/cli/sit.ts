import type { Backend, Readiness } from '../contract/index.ts'
import { systemClock, systemRandomness } from '../contract/index.ts'
import type { RunFolder, RunRequest } from '../run/index.ts'
import { execute, isSystemError, lockRun, progressOn, silent, watchInterrupts } from '../run/index.ts'
import type { RunRecord } from '../schema/index.ts'
import { faultOf } from './fault.ts'
import type { Io } from './io.ts'
import { EXIT, shownPath, Stop } from './io.ts'
import { openBackend, whenReady } from './open.ts'
import { present } from './present.ts'

type Ready = Extract<Readiness, { ready: true }>
type Asked = Pick<RunRequest, 'experiments' | 'catalogue' | 'mode' | 'seed' | 'concurrency' | 'asked' | 'command' | 'resume'>

/** A run folder, and what to execute in it once nobody else can write to it; null: nothing is left, only the report is made. */
export interface Seat { readonly folder: RunFolder; prepare(backend: Backend, ready: Ready): Promise<Asked | null> }

/**
 * One sitting of a run: backend, folder, lock, trials, report. Gives the exit code. Signals stop it in order at any time,
 * and however it ends, backend and lock are let go.
 */
export async function sit(
  io: Io, options: { readonly backend: string; readonly root?: 'built' | 'host'; readonly tier?: string; readonly json: boolean },
  take: () => Promise<Seat>,
): Promise<number> {
  const { at } = faultOf(io.fault)
  const backend = await openBackend(io, options)
  const interrupts = watchInterrupts(systemClock, io.err)
  try {
    const ready = await whenReady(backend)
    const { folder, prepare } = await take()
    return await onDisk(io, folder, async () => {
      const lock = await lockRun(folder.dir)
      if (!lock.held) throw new Stop(EXIT.askedWrongly, `${shownPath(io, folder.dir)} is being written by process ${lock.pid}; wait for it, or stop it and try again`)
      try {
        const asked = await prepare(backend, ready)
        if (asked !== null) {
          const record = await execute({
            ...asked, folder, backend, ready, clock: systemClock, randomness: systemRandomness, signal: interrupts.signal,
            progress: options.json ? silent : progressOn(io.errStream),
            onStage: at, onPoint: at,
          })
          if (interrupts.exitCode() !== null) io.err(howToGoOn(io, folder, record))
        }
        const code = await present(io, folder, { json: options.json, onFile: () => at('report') })
        return interrupts.exitCode() ?? code
      } finally {
        await lock.release().catch(() => {})
      }
    })
  } finally {
    await backend.close()
    interrupts.restore()
  }
}

function howToGoOn(io: Io, folder: RunFolder, { trials }: RunRecord): string {
  const state = `Stopped with ${trials.recorded} of ${trials.planned} trials recorded.`
  return trials.recorded === trials.planned ? state : `${state} To go on: polygraph run --resume ${shownPath(io, folder.dir)}`
}

/** Says of a disk that is full or may not be written which run it stopped, and what to do. */
async function onDisk(io: Io, folder: RunFolder, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (thrown) {
    if (!isSystemError(thrown)) throw thrown
    const dir = shownPath(io, folder.dir)
    throw new Stop(EXIT.infrastructure, `run ${folder.id} in ${dir} stopped: ${thrown.message}. What was recorded is kept; when that is mended: polygraph run --resume ${dir}`)
  }
}
