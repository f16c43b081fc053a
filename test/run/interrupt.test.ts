import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { Interrupts } from '../../src/run/interrupt.ts'
import { watchInterrupts } from '../../src/run/interrupt.ts'

interface Watched { readonly watch: Interrupts; readonly exits: number[]; readonly told: string[]; send(name: string, atMs: number): void; listeners(): number }

function watched(): Watched {
  const [exits, told]: [number[], string[]] = [[], []]
  let now = 0
  const source = Object.assign(new EventEmitter(), { exit: (code: number) => { exits.push(code) } })
  const clock = { monotonicMs: () => now, now: () => new Date(0) }
  const watch = watchInterrupts(clock, (text) => told.push(text), source as unknown as NodeJS.Process)
  return { watch, exits, told, send: (name, atMs) => { now = atMs; source.emit(name) }, listeners: () => source.listenerCount('SIGINT') }
}

test.each([['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const)('the first %s stops the run, the second ends it at once', (name, code) => {
  const { watch, exits, told, send } = watched()
  expect([watch.signal.aborted, watch.exitCode()]).toEqual([false, null])
  send(name, 1000)
  expect([watch.signal.aborted, watch.exitCode(), exits, told.length]).toEqual([true, code, [], 1])
  send(name, 2100)
  expect(exits).toEqual([code])
})

test('the same Ctrl-C, passed on by whoever started us, is no second one', () => {
  const { exits, told, send } = watched()
  for (const atMs of [1000, 1000, 1040, 1990]) send('SIGINT', atMs)
  expect([exits, told.length]).toEqual([[], 1])
  send('SIGINT', 2001)
  expect(exits).toEqual([130])
})

test('nothing is watched once it is restored', () => {
  const { watch, listeners } = watched()
  watch.restore()
  expect(listeners()).toBe(0)
})
