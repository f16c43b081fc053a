import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Traced } from '../../src/backends/trace.ts'
import { keep, recordActions, word } from '../../src/evidence/index.ts'
import { ActionsFile } from '../../src/schema/index.ts'

const bytes = fc.uint8Array({ maxLength: 4000 })

describe('what is kept of a stream', () => {
  test('is bounded and printable, whatever the bytes, and its digest is of the whole', () => {
    fc.assert(fc.property(bytes, fc.integer({ min: 0, max: 500 }), (bytes, limit) => {
      const kept = keep(bytes, limit)
      if (bytes.length === 0) {
        expect(kept).toBeNull()
        return
      }
      expect(kept).toMatchObject({ bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
      expect(kept!.text.length).toBeLessThanOrEqual(limit + 3)
      expect(kept!.text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/)
      expect(kept!.text.isWellFormed()).toBe(true)
    }))
  })

  test('is whole where it fits, and both ends where it does not', () => {
    expect(keep(Buffer.from('short\n'), 10)).toMatchObject({ text: 'short\n', whole: true })
    expect(keep(Buffer.from(`begin${'.'.repeat(1000)}end`), 10)).toMatchObject({ text: 'begin\n…\n..end', whole: false })
  })

  test('takes from the room that is left, and nothing when there is none', () => {
    const room = { left: 8 }
    expect(keep(Buffer.from('12345'), 100, room)!.whole).toBe(true)
    expect(keep(Buffer.from('12345'), 100, room)!.whole).toBe(false)
    expect(room.left).toBeLessThan(4)
  })
})

test('a long word of a command is cut and names its digest', () => {
  expect(word('short')).toBe('short')
  expect(word(`x${'y'.repeat(500)}\u001b`)).toMatch(/^xy+… \(502 characters, SHA-256 [0-9a-f]{64}\)$/)
})

describe('the record of what was done in forks', () => {
  const position = { stage: 'verify', by: 'strict' } as const
  const execution = { exitCode: 0, signal: null, timedOut: false, outOfMemory: false, truncated: { stdout: true, stderr: false }, stderr: new Uint8Array(), durationMs: 1.23456, usage: { cpuMs: null, peakMemoryBytes: null }, preloaded: false }
  const call = (fork: object, stdout: Uint8Array): Traced => ({
    fork, startedMs: 10, endedMs: 12.5, failed: null, call: 'exec', result: { ...execution, stdout },
    command: { argv: ['x\u001b', 'y'], user: 'agent', cwd: '/w', env: {}, stdin: Buffer.from('in'), wallSeconds: 1 },
  })

  test('has its form and stays bounded, however many calls there are and however much they print', () => {
    fc.assert(fc.property(fc.array(bytes, { maxLength: 60 }), (streams) => {
      const actions = recordActions(10)
      for (let round = 0; round < 10; round++) for (const stream of streams) actions.add(call({}, stream), position)
      const file = ActionsFile.parse({ schema: 1, trial: 't', ...actions.end() })
      expect(file.actions.length + file.left_out).toBe(streams.length * 10)
      expect(JSON.stringify(file).length).toBeLessThan(400_000)
    }), { numRuns: 20 })
  })

  test('numbers forks, says who and when, and keeps nothing once it has ended', () => {
    const actions = recordActions(10)
    const [one, two] = [{}, {}]
    for (const fork of [one, two, one]) actions.add(call(fork, Buffer.from('out')), position)
    const { actions: done } = actions.end()
    expect(done.map(({ fork, n }) => [n, fork])).toEqual([[1, 1], [2, 2], [3, 1]])
    expect(done[0]).toMatchObject({ at: 0, ms: 2.5, stage: 'verify', by: 'strict', argv: ['x\\x1b', 'y'], stdin: { bytes: 2 }, ended: { cut: ['stdout'], ms: 1.235, stdout: { text: 'out', whole: true }, stderr: null } })
    actions.add(call(one, Buffer.from('late')), position)
    expect(actions.end()).toEqual({ left_out: 0, actions: [] })
  })
})
