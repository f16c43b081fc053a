import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { consoleReader } from '../../../src/backends/qemu/console.ts'

async function reading(...parts: readonly (string | Buffer)[]) {
  const stream = new PassThrough()
  const found = consoleReader(stream)
  for (const part of parts) stream.write(part)
  await setImmediate()
  return found
}

describe('the serial line', () => {
  test('names a refusal of the guest, whatever it came in', async () => {
    const found = await reading('[ 1.0] boot\r\npolygraph: refu', 'sed: the payload has another SHA-256\r', '\nmore\n')
    expect(found.told()).toBe('the guest said: refused: the payload has another SHA-256')
  })

  test('names a panic of its kernel', async () => {
    expect((await reading('[    5.1] Kernel panic - not syncing: Attempted to kill init!\n')).told()).toBe('the guest said: Kernel panic - not syncing: Attempted to kill init!')
  })

  test('names nothing where nothing of the kind was said', async () => {
    const found = await reading('login: \n')
    expect([found.told(), found.last()]).toEqual([null, '; the last that it said was: login:'])
    expect((await reading()).last()).toBe('')
  })

  test('keeps the end of a flood, and no escape sequence of it', async () => {
    const found = await reading(Buffer.alloc(4 << 20, 'x'), '\n\u001b[31mred\u0007\n')
    expect(found.last()).toBe('; the last that it said was: [31mred')
  })
})
