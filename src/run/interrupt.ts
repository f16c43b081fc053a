const EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const
type Stop = keyof typeof EXIT_CODES

/** Signals that stop a run: the first asks it to tear down and keep what was finished, the second ends it at once. */
export interface Interrupts { readonly signal: AbortSignal; exitCode(): number | null; restore(): void }

export function watchInterrupts(tell: (text: string) => void, source: NodeJS.Process = process): Interrupts {
  const controller = new AbortController()
  let code: number | null = null
  const stop = (name: Stop) => () => {
    if (code !== null) source.exit(EXIT_CODES[name])
    code = EXIT_CODES[name]
    tell('Stopping: no new trials, what is finished is kept. Once more to stop at once.')
    controller.abort()
  }
  const handlers = (Object.keys(EXIT_CODES) as Stop[]).map((name) => [name, stop(name)] as const)
  for (const [name, handler] of handlers) source.on(name, handler)
  return {
    signal: controller.signal,
    exitCode: () => code,
    restore: () => { for (const [name, handler] of handlers) source.off(name, handler) },
  }
}
