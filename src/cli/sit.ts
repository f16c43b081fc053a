import type { Backend, Readiness } from '../contract/index.ts'
import { systemClock, systemRandomness } from '../contract/index.ts'
import type { Signer } from '../evidence/index.ts'
import { isSealed } from '../evidence/index.ts'
import type { RunFolder, RunRequest } from '../run/index.ts'
import { execute, isSystemError, lockRun, progressOn, silent, watchInterrupts } from '../run/index.ts'
import type { RunRecord } from '../schema/index.ts'
import { faultOf } from './fault.ts'
import type { Io } from './io.ts'
import { EXIT, shownPath, Stop } from './io.ts'
import { openBackend, whenReady } from './open.ts'
import type { RunOptions } from './options.ts'
import { present } from './present.ts'
import type { Sealer } from './seal.ts'
import { openSealer, openSigner } from './seal.ts'

type Ready = Extract<Readiness, { ready: true }>
type Asked = Pick<RunRequest, 'experiments' | 'catalogue' | 'catalogueNow' | 'mode' | 'seed' | 'concurrency' | 'asked' | 'command' | 'resume'>

/** A run folder, and what to execute in it once nobody else can write to it; null: nothing is left, only the report is made. */
export interface Seat { readonly folder: RunFolder; prepare(backend: Backend, ready: Ready): Promise<Asked | null> }

/**
 * One sitting of a run: backend, folder, lock, trials, report, seal. Gives the exit code. Signals stop it in order at any time,
 * and however it ends, backend and lock are let go.
 */
export async function sit(
  io: Io, options: Pick<RunOptions, 'backend' | 'root' | 'tier' | 'anchor' | 'sign' | 'json'>,
  take: () => Promise<Seat>,
): Promise<number> {
  const { at } = faultOf(io.fault)
  const signer = await openSigner(io, options)
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
        const seal = await sealerFor(io, folder, signer, options, asked === null)
        const record = asked === null ? null : await execute({
          ...asked, folder, backend, ready, clock: systemClock, randomness: systemRandomness, signal: interrupts.signal,
          progress: options.json ? silent : progressOn(io.errStream),
          onStage: at, onPoint: at,
        })
        if (record !== null && interrupts.exitCode() !== null) io.err(howToGoOn(io, folder, record))
        const failure = record?.failure ?? null
        if (failure !== null) io.err(failure)
        const code = await present(io, folder, { json: options.json, onFile: () => at('report'), ...(seal === null ? {} : { seal: async () => { await at('sealing'); return seal() } }) })
        return interrupts.exitCode() ?? (failure === null ? code : EXIT.infrastructure)
      } finally {
        await lock.release().catch(() => {})
      }
    })
  } finally {
    await backend.close()
    interrupts.restore()
  }
}

/** A run with nothing left to do keeps the seal that it has, unless another one is asked for. */
async function sealerFor(io: Io, folder: RunFolder, signer: Signer | null, options: Pick<RunOptions, 'anchor'>, nothingLeft: boolean): Promise<Sealer | null> {
  const keeps = nothingLeft && options.anchor === undefined && signer === null && await isSealed(folder.dir)
  return keeps ? null : openSealer(io, folder, signer, options)
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
