import { execa } from 'execa'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { probeAccelerator } from '../../src/backends/qemu/accelerator.ts'

test('the probe runs on this machine, and says why where it is not by KVM', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'probe-'))
  try {
    const probed = await probeAccelerator(dir)
    if (!probed.ok) throw new Error(probed.because)
    if (probed.accelerator === 'tcg') expect(probed.because).toMatch(/^guests are emulated, since ./)
    // The program that was laid is the one that says 33, and nothing that any guest would say.
    const run = (file: string) => execa('qemu-system-x86_64', ['-M', 'microvm', '-accel', 'tcg', '-m', '64M', '-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot', '-kernel', file, '-device', 'isa-debug-exit,iobase=0xf4,iosize=4'], { stdin: 'ignore', reject: false, timeout: 60_000 })
    expect((await run(join(dir, 'probe.elf'))).exitCode).toBe(33)
    expect((await readFile(join(dir, 'probe.elf'))).subarray(1, 4).toString()).toBe('ELF')
  } finally {
    await rm(dir, { recursive: true })
  }
})
