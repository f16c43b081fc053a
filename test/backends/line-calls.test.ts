import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineCalls } from '../../src/backends/line-calls.ts'
import { BackendUnavailable } from '../../src/contract/index.ts'

function server(options?: Parameters<typeof lineCalls>[2]) {
  const [reading, writing] = [new PassThrough(), new PassThrough()]
  const asked: { id: number; op: string }[] = []
  writing.on('data', (data: Buffer) => asked.push(...data.toString().trim().split('\n').map((line) => JSON.parse(line) as { id: number; op: string })))
  return { reading, asked, calls: lineCalls(reading, writing, options) }
}

describe('calls over lines', () => {
  test('join answers to calls, in whatever order and parts they come', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.string(), { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 7 }), fc.boolean(), async (texts, step, reversed) => {
      const { reading, asked, calls } = server()
      const results = texts.map((text) => calls.call('exec', 'echo', { text }))
      await setImmediate()
      const answers = asked.map(({ id }, index) => `${JSON.stringify({ id, said: texts[index] })}\n`)
      const bytes = Buffer.from((reversed ? answers.toReversed() : answers).join(''))
      for (let start = 0; start < bytes.length; start += step) reading.write(bytes.subarray(start, start + step))
      expect((await Promise.all(results)).map((reply) => reply['said'])).toEqual(texts)
    }), { numRuns: 40 })
  })

  test('fail with what the server says, and whether it was its own doing', async () => {
    const { reading, asked, calls } = server()
    const call = calls.call('put', 'put')
    await setImmediate()
    reading.write(`${JSON.stringify({ id: asked[0]!.id, error: 'no room', own: true })}\n`)
    await expect(call).rejects.toMatchObject({ name: 'BackendUnavailable', message: 'no room', during: 'put', own: true })
  })

  test.each([
    ['no JSON', 'hello\n', /no JSON/],
    ['an array', '[]\n', /without a number/],
    ['null', 'null\n', /without a number/],
    ['a number that is text', '{"id":"1"}\n', /without a number/],
    ['a line that never ends', 'x'.repeat(2000), /more than 1000 bytes/],
  ])('end where the server answers %s', async (_, text, because) => {
    let broken = ''
    const { reading, calls } = server({ mostBytes: 1000, onBroken: (why) => { broken = why } })
    const call = calls.call('exec', 'exec')
    reading.write(text)
    await expect(call).rejects.toThrow(because)
    expect(broken).toMatch(because)
    expect(calls.gone()).toMatch(because)
    await expect(calls.call('exec', 'exec')).rejects.toBeInstanceOf(BackendUnavailable)
  })

  test('are not troubled by answers that nobody waits for', async () => {
    const { reading, asked, calls } = server()
    reading.write('{"id": 99, "said": 1}\n')
    const call = calls.call('exec', 'exec')
    await setImmediate()
    reading.write(`{"id": ${asked[0]!.id}}\n`)
    await expect(call).resolves.toEqual({ id: asked[0]!.id })
  })
})
