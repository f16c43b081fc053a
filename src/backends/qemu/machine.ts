/** The machine that a guest sees, as a command line. A fork's is its template's but for what says whose memory it is. */
import type { Accelerator } from './accelerator.ts'

/** What makes a guest what it is; two guests of equal parts can share a memory. Paths are of the host. */
export interface Machine {
  readonly accelerator: Accelerator
  readonly memoryMb: number
  readonly kernel: string
  readonly initramfs: string
  readonly disks: readonly { readonly name: 'system' | 'environment' | 'payload'; readonly file: string }[]
  /** SHA-256 of the payload's manifest. */
  readonly payloadDigest: string
}

/** The descriptors that QEMU inherits beside its standard streams, by what runs over each: no socket of ours has a name. */
export const CHANNELS = { qmp: 3, calls: 4, layers: 5, agent: 6 } as const
/** Where a fork reads the device state of its template. */
export const STATE_FD = 7

/** What a port is called in the guest. */
const PORTS = { agent: 'org.qemu.guest_agent.0', calls: 'polygraph.calls', layers: 'polygraph.layers' } as const

/**
 * Kernel parameters: all that is unusual about this guest. No mitigations, since nobody shares it; no randomised layout and no
 * clearing of memory, which double the price of starting a program under emulation.
 */
const PARAMETERS = [
  'console=ttyS0', 'quiet', 'loglevel=3', 'systemd.unit=guest.target', 'systemd.show_status=0', 'panic=-1', 'reboot=t', 'mitigations=off', 'nokaslr', 'norandmaps', 'init_on_alloc=0',
  'random.trust_cpu=on', 'random.trust_bootloader=on', 'rcupdate.rcu_expedited=1', 'audit=0', 'selinux=0', 'apparmor=0',
] as const

/**
 * Arguments of QEMU. `memory` is the file that holds the guest's memory: written by a template, mapped copy-on-write by a fork; null is memory of its own.
 * There is no network device. QEMU may change no identity and, but for the one that writes a template down, start no program.
 */
export function argumentsOf(machine: Machine, memory: { readonly file: string; readonly writes: boolean } | null, name: string): readonly string[] {
  const { accelerator, memoryMb, kernel, initramfs, disks, payloadDigest } = machine
  return [
    '-name', `guest=${name}`, '-M', 'pc,memory-backend=ram0,usb=off,vmport=off', '-accel', accelerator === 'tcg' ? 'tcg,tb-size=64' : 'kvm', '-cpu', accelerator === 'tcg' ? 'qemu64' : 'host',
    '-m', `${memoryMb}M`, '-smp', '1', '-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot',
    '-sandbox', `on,obsolete=deny,elevateprivileges=deny,spawn=${memory?.writes === true ? 'allow' : 'deny'},resourcecontrol=deny`,
    '-object', memory === null ? `memory-backend-ram,id=ram0,size=${memoryMb}M` : `memory-backend-file,id=ram0,size=${memoryMb}M,mem-path=${escaped(memory.file)},share=${memory.writes ? 'on' : 'off'}`,
    '-kernel', kernel, '-initrd', initramfs, '-append', [...PARAMETERS, `payload=${payloadDigest}`].join(' '),
    ...disks.flatMap(({ name: id, file }) => ['-drive', `file=${escaped(file)},if=none,id=${id},format=raw,readonly=on`, '-device', `virtio-blk-pci,drive=${id},serial=${id}`]),
    '-device', 'virtio-rng-pci', '-device', 'virtio-serial-pci,id=ports',
    ...(['agent', 'calls', 'layers'] as const).flatMap((id, index) => [
      '-chardev', `socket,id=${id},fd=${CHANNELS[id]}`, '-device', `virtserialport,bus=ports.0,nr=${index + 1},chardev=${id},name=${PORTS[id]}`,
    ]),
    '-chardev', `socket,id=qmp,fd=${CHANNELS.qmp}`, '-mon', 'chardev=qmp,mode=control',
    '-chardev', 'stdio,id=console,signal=off', '-serial', 'chardev:console',
    ...(memory === null || memory.writes ? [] : ['-incoming', 'defer']),
  ]
}

/** A comma ends an option of QEMU, unless it is doubled. */
const escaped = (path: string): string => path.replaceAll(',', ',,')
