import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { availableMb, createSlots } from '../../../src/backends/qemu/slots.ts'

describe('slots', () => {
  test('never let in more than there is memory for, but always one', async () => {
    await fc.assert(fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 }), fc.integer({ min: 1, max: 100 }), async (sizes, total) => {
      const slots = createSlots(total)
      let used = 0
      let inside = 0
      await Promise.all(sizes.map(async (size) => {
        const release = await slots.take(size)
        used += size
        inside += 1
        expect(inside === 1 || used <= total).toBe(true)
        await setImmediate()
        used -= size
        inside -= 1
        release()
        release()
      }))
      expect(used).toBe(0)
    }))
  })

  test('evict what makes way where somebody waits, and nothing before', async () => {
    const slots = createSlots(10)
    const release = await slots.take(8)
    let evicted = 0
    slots.offer({ evict: async () => { evicted += 1; release() } })
    expect(evicted).toBe(0)
    await (await slots.take(2))()
    expect(evicted).toBe(0)
    const second = await slots.take(8)
    expect(evicted).toBe(1)
    second()
  })

  test('evict nothing that was taken back', async () => {
    const slots = createSlots(10)
    const release = await slots.take(8)
    const withdraw = slots.offer({ evict: () => { throw new Error('evicted') } })
    withdraw()
    const next = slots.take(8)
    release()
    expect(await next).toBeTypeOf('function')
  })

  test('let the first of the queue in after a while: who has one may be waiting for a second', async () => {
    const slots = createSlots(10, 20)
    const [first, second, third] = await Promise.all([slots.take(8), slots.take(8), slots.take(8)])
    for (const release of [first, second, third]) release()
    // What was let in beyond is counted, and given back.
    expect(await Promise.race([slots.take(10).then(() => 'in'), setImmediate('waits')])).toBe('in')
  })

  test('know what memory is available', () => {
    expect(availableMb('MemTotal: 1 kB\nMemAvailable:    2097152 kB\n')).toBe(2048)
    expect(availableMb()).toBeGreaterThan(0)
  })
})
