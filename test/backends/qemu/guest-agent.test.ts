import { Duplex } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { guestInterfaces } from '../../../src/backends/qemu/guest-agent.ts'

/** An agent that answers whatever it is asked with these bytes, in these parts. */
const agent = (...parts: readonly Buffer[]): Duplex => new Duplex({
  read() {},
  write(_, __, done) {
    for (const part of parts) this.push(part)
    done()
  },
})
const line = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)
const sync = Buffer.concat([Buffer.from([0xff]), line({ return: 7 })])

describe('the guest agent', () => {
  test('is asked which interfaces there are', async () => {
    const answer = line({ return: [{ name: 'lo', 'ip-addresses': [] }, { name: 'eth0' }] })
    expect(await guestInterfaces(agent(sync, answer.subarray(0, 5), answer.subarray(5)), 7, 1000)).toEqual(['eth0', 'lo'])
  })

  test('is not believed what it said before it was in step', async () => {
    expect(await guestInterfaces(agent(line({ return: [{ name: 'old' }] }), line({ error: { desc: 'JSON parse error' } }), sync, line({ return: [{ name: 'lo' }] })), 7, 1000)).toEqual(['lo'])
  })

  test.each([
    ['of another step', [Buffer.concat([Buffer.from([0xff]), line({ return: 8 })]), line({ return: [] })], /out of step/],
    ['that it refuses', [sync, line({ error: { desc: 'no such command' } })], /refused guest-network-get-interfaces: no such command/],
    ['of another form', [sync, line({ return: { name: 'lo' } })], /another form/],
    ['that is no JSON', [sync, Buffer.from('lo\n')], /no JSON/],
    ['without end', [Buffer.alloc(2 << 20, 'x')], /more than it may/],
    ['that never comes', [], /did not answer within 0.05 s/],
  ])('fails with an answer %s', async (_, parts, because) => {
    await expect(guestInterfaces(agent(...parts), 7, 50)).rejects.toThrow(because)
  })
})
