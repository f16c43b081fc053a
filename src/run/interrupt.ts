import type { Clock } from '../contract/index.ts'

const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Stop = keyof typeof EXIT_CODES

/**
 * One Ctrl-C may arrive more than once: the terminal sends it to every process of the group, and npm and the starter of
 * this program each pass on what they got.
 */
const ECHO_MS = 1000

/** Signals that stop a run: the first asks it to tear down and keep what was finished, the second ends it at once. */
export interface Interrupts { readonly signal: AbortSignal; exitCode(): number | null; restore(): void }

export function watchInterrupts(clock: Clock, tell: (text: string) => void, source: NodeJS.Process = process): Interrupts {
  const controller = new AbortController()
  let first: { readonly code: number; readonly atMs: number } | null = null
  const stop = (name: Stop) => () => {
    const atMs = clock.monotonicMs()
    if (first === null) {
      first = { code: EXIT_CODES[name], atMs }
      tell('Stopping: no new trials, what is finished is kept. Once more to stop at once.')
      controller.abort()
    } else if (atMs - first.atMs > ECHO_MS) {
      source.exit(EXIT_CODES[name])
    }
  }
  const handlers = (Object.keys(EXIT_CODES) as Stop[]).map((name) => [name, stop(name)] as const)
  for (const [name, handler] of handlers) source.on(name, handler)
  return {
    signal: controller.signal,
    exitCode: () => first?.code ?? null,
    restore: () => { for (const [name, handler] of handlers) source.off(name, handler) },
  }
}
