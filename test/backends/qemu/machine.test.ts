import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { argumentsOf, CHANNELS, STATE_FD, type Machine } from '../../../src/backends/qemu/machine.ts'

const machine: Machine = {
  accelerator: 'tcg', memoryMb: 1024, kernel: '/c/vmlinuz', initramfs: '/c/initramfs.cpio', payloadDigest: 'a'.repeat(64),
  disks: [{ name: 'system', file: '/c/system.erofs' }, { name: 'environment', file: '/c/environment.erofs' }, { name: 'payload', file: '/t/payload.iso' }],
}
const template = argumentsOf(machine, { file: '/t/memory', writes: true }, 'one')
const fork = argumentsOf(machine, { file: '/t/memory', writes: false }, 'one')

describe('the command line of a machine', () => {
  test('numbers its channels as they are inherited: after the standard streams, without a gap', () => {
    expect([...Object.values(CHANNELS), STATE_FD]).toEqual([3, 4, 5, 6, 7])
  })

  test('gives a guest no network device, by default or by name', () => {
    for (const line of [template, fork]) {
      expect(line).toContain('-nodefaults')
      expect(line.join(' ')).not.toMatch(/-net|-nic|virtio-net|e1000|rtl8139|user,|tap,/)
    }
  })

  test('of a fork differs from its template in whose memory it is, and nothing else', () => {
    const changed = fork.filter((argument) => !template.includes(argument))
    expect(changed).toEqual([expect.stringMatching(/^on,.*spawn=deny/), expect.stringMatching(/share=off$/), '-incoming', 'defer'])
  })

  test('lets no disk be written', () => {
    const disks = fork.filter((argument) => argument.startsWith('file='))
    expect(disks).toHaveLength(3)
    for (const disk of disks) expect(disk).toMatch(/,readonly=on$/)
  })

  test('keeps paths of any form in one option', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(',', '=', 'a', '/', ' ') }), (path) => {
      const argument = argumentsOf({ ...machine, disks: [{ name: 'system', file: path }] }, { file: path, writes: false }, 'n').find((each) => each.startsWith('file='))
      expect(argument?.startsWith(`file=${path.replaceAll(',', ',,')},if=none`)).toBe(true)
    }))
  })

  test('hands over the digest that the guest is to expect', () => {
    expect(fork[fork.indexOf('-append') + 1]).toContain(` payload=${'a'.repeat(64)}`)
  })
})
