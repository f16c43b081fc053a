import { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { qmpOver } from '../../../src/backends/qemu/qmp.ts'

function monitor(answer: (command: { execute: string; id: number }) => readonly object[]) {
  const asked: string[] = []
  const channel = new Duplex({
    read() {},
    write(chunk: Buffer, _, done) {
      for (const text of chunk.toString().trim().split('\n')) {
        const command = JSON.parse(text) as { execute: string; id: number }
        asked.push(command.execute)
        for (const each of answer(command)) this.push(`${JSON.stringify(each)}\r\n`)
      }
      done()
    },
  })
  channel.push('{"QMP": {"version": {}}}\r\n')
  return { asked, channel, qmp: qmpOver(channel) }
}

describe("QEMU's monitor", () => {
  test('is negotiated with first, and answers by number', async () => {
    const { qmp, asked } = monitor(({ id, execute }) => [{ return: execute, id }])
    expect(await Promise.all([qmp.execute('fork', 'a'), qmp.execute('fork', 'b')])).toEqual(['a', 'b'])
    expect(asked).toEqual(['qmp_capabilities', 'a', 'b'])
  })

  test('tells why a command was refused', async () => {
    const { qmp } = monitor(({ id }) => [{ error: { class: 'GenericError', desc: 'not now' }, id }])
    await expect(qmp.execute('seal', 'stop')).rejects.toMatchObject({ name: 'BackendUnavailable', during: 'seal', message: 'QEMU refused stop: not now' })
  })

  test('tells events to those who wait for that one', async () => {
    const { qmp, channel } = monitor(() => [])
    const done = qmp.event('MIGRATION', ({ status }) => status === 'completed')
    channel.push('{"event": "MIGRATION", "data": {"status": "active"}}\r\n{"event": "RESUME"}\r\n{"event": "MIGRATION", "data": {"status": "completed"}}\r\n')
    expect(await done).toEqual({ status: 'completed' })
  })

  test('fails all that waits when QEMU ends', async () => {
    const { qmp } = monitor(() => [])
    const waiting = [qmp.execute('fork', 'cont'), qmp.event('RESUME', () => true)]
    await setImmediate()
    qmp.end('QEMU ended (SIGKILL)')
    for (const each of waiting) await expect(each).rejects.toThrow('QEMU ended (SIGKILL)')
    await expect(qmp.execute('fork', 'cont')).rejects.toThrow('QEMU ended')
    await expect(qmp.event('RESUME', () => true)).rejects.toThrow('QEMU ended')
  })
})
