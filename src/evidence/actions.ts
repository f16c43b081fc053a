import type { Traced } from '../backends/trace.ts'
import type { Execution } from '../contract/index.ts'
import type { Action, ActionsFile } from '../schema/index.ts'
import { printable } from '../schema/index.ts'
import { keep, sha256, word } from './kept.ts'

/** A trial makes some fifty calls; one that tries to make many more is bounded here. */
const CALLS = 400
const FILES = 24
/** Characters kept of one stream, and of all streams of a trial together. */
const STREAM = 1000
const STREAMS = 10_000

export interface Position { readonly stage: Action['stage']; readonly by: string }

/** What was done in the forks of one trial. */
export interface Actions {
  add(call: Traced, position: Position): void
  /** What was recorded, once and for all: later calls leave no trace, and nothing more is held. */
  end(): Omit<ActionsFile, 'schema' | 'trial'>
}

/** Records calls as they end, bounded in number and in what is kept of each; digests are always of the whole. */
export function recordActions(originMs: number): Actions {
  const actions: Action[] = []
  const forks = new Map<object, number>()
  const room = { left: STREAMS }
  let left_out = 0
  let over = false

  function numberOf(fork: object): number {
    const known = forks.get(fork)
    if (known !== undefined) return known
    forks.set(fork, forks.size + 1)
    return forks.size
  }

  return {
    add(call, { stage, by }) {
      if (over) return
      if (actions.length >= CALLS) {
        left_out += 1
        return
      }
      const common = {
        n: actions.length + 1, at: ms(call.startedMs - originMs), ms: ms(call.endedMs - call.startedMs), stage, by: printable(by, { limit: 100 }), fork: numberOf(call.fork),
        failed: call.failed === null ? null : printable(call.failed, { limit: 500 }),
      }
      switch (call.call) {
        case 'exec': {
          const { user, argv, cwd, stdin } = call.command
          actions.push({
            ...common, call: 'exec', user, argv: argv.slice(0, FILES).map((each) => word(each)), cwd: word(cwd),
            stdin: stdin === undefined ? null : { bytes: stdin.length, sha256: sha256(stdin) }, ended: call.result === undefined ? null : ended(call.result, room),
          })
          break
        }
        case 'put':
          actions.push({
            ...common, call: 'put', count: call.files.length,
            files: call.files.slice(0, FILES).map(({ path, mode, owner, bytes }) => ({ path: word(path), mode, owner, bytes: bytes.length, sha256: sha256(bytes) })),
          })
          break
        case 'get':
          actions.push({
            ...common, call: 'get', count: call.paths.length,
            files: (call.result ?? []).slice(0, FILES).map((file) => ({
              path: word(file.path), state: file.state, bytes: file.state === 'file' ? file.bytes.length : null, sha256: file.state === 'file' ? sha256(file.bytes) : null,
            })),
          })
          break
        case 'seal':
          actions.push({ ...common, call: 'seal', digest: call.result ?? null })
      }
    },
    end() {
      over = true
      forks.clear()
      return { left_out, actions: actions.splice(0) }
    },
  }
}

function ended(execution: Execution, room: { left: number }): Extract<Action, { call: 'exec' }>['ended'] {
  const { exitCode, signal, timedOut, outOfMemory, truncated, preloaded, durationMs, usage } = execution
  return {
    exit: exitCode, signal, timedOut, outOfMemory, cut: (['stdout', 'stderr'] as const).filter((stream) => truncated[stream]), preloaded,
    ms: ms(durationMs), cpuMs: usage.cpuMs === null ? null : ms(usage.cpuMs), peakMemoryBytes: usage.peakMemoryBytes,
    stdout: keep(execution.stdout, STREAM, room), stderr: keep(execution.stderr, STREAM, room),
  }
}

/** Milliseconds to the microsecond: more digits say nothing and take room. */
function ms(value: number): number {
  return Math.max(0, Math.round(value * 1000) / 1000)
}
