import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { watchInterrupts } from '../../src/run/interrupt.ts'

function fakeProcess(): EventEmitter & { exits: number[]; exit(code: number): void } {
  const exits: number[] = []
  return Object.assign(new EventEmitter(), { exits, exit: (code: number) => { exits.push(code) } })
}

test.each([['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]] as const)('the first %s stops the run, the second ends it at once', (name, code) => {
  const source = fakeProcess()
  const told: string[] = []
  const watch = watchInterrupts((text) => told.push(text), source as unknown as NodeJS.Process)
  expect([watch.signal.aborted, watch.exitCode()]).toEqual([false, null])
  source.emit(name)
  expect([watch.signal.aborted, watch.exitCode(), source.exits, told.length]).toEqual([true, code, [], 1])
  source.emit(name)
  expect(source.exits).toEqual([code])
})

test('nothing is watched once it is restored', () => {
  const source = fakeProcess()
  watchInterrupts(() => {}, source as unknown as NodeJS.Process).restore()
  expect(source.listenerCount('SIGINT')).toBe(0)
})
