import cliProgress from 'cli-progress'

/** Says how far a run is. Silent where standard error isn't a terminal. */
export interface Progress { start(total: number, done?: number): void; step(what: string): void; stop(): void }

export const silent: Progress = { start() {}, step() {}, stop() {} }

export function progressOn(stream: NodeJS.WriteStream): Progress {
  if (stream.isTTY !== true) return silent
  const bar = new cliProgress.SingleBar({
    stream, clearOnComplete: true, gracefulExit: false,
    format: '{bar} {value}/{total} trials, {duration_formatted}  {what}',
  }, cliProgress.Presets.shades_grey)
  return {
    start: (total, done = 0) => bar.start(total, done, { what: '' }),
    step: (what) => bar.increment(1, { what }),
    stop: () => bar.stop(),
  }
}
