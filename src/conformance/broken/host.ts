import type { Broken } from './index.ts'
import { answering } from './answers.ts'
import { kernelFiles } from './kernel-files.ts'
import { runsOnHost } from './runs-on-host.ts'

const any = (...calls: readonly string[]): { readonly call: string }[] => calls.map((call) => ({ call }))
const where = (call: string, argument: number, ...values: readonly number[]): { readonly call: string; readonly argument: number; readonly equals: number }[] =>
  values.map((equals) => ({ call, argument, equals }))

const NEW_NAMESPACES = 0x7e020080
const DEVICE = 0o020000
const NETLINK_PACKET_ALG_VSOCK = [16, 17, 38, 40]
const RAW = [3, 0x80003]
const SIOCSIFFLAGS = 0x8914
const TIOCSTI = 0x5412

/**
 * What a machine would answer whose kernel refuses a command nothing: each privileged system call comes back as carried
 * out. Nothing is carried out, so that it can be had on every tier and does no harm.
 */
const CARRIED_OUT = [
  ...any(
    'mount', 'umount2', 'pivot_root', 'fsopen', 'open_tree', 'move_mount', 'setns', 'chroot', 'init_module', 'finit_module', 'kexec_load',
    'kexec_file_load', 'reboot', 'swapon', 'swapoff', 'acct', 'quotactl', 'adjtimex', 'sethostname', 'syslog', 'add_key', 'request_key', 'keyctl',
    'bpf', 'perf_event_open', 'userfaultfd', 'io_uring_setup', 'open_by_handle_at', 'name_to_handle_at', 'ptrace', 'process_vm_readv', 'kcmp',
    'pidfd_getfd', 'fanotify_init', 'iopl', 'ioperm', 'modify_ldt', 'personality', 'setpriority', 'sched_setscheduler', 'setresuid', 'setresgid', 'setgroups',
  ),
  { call: 'unshare', argument: 0, anyBit: NEW_NAMESPACES },
  { call: 'mknod', argument: 1, anyBit: DEVICE }, { call: 'mknodat', argument: 2, anyBit: DEVICE },
  ...where('socket', 0, ...NETLINK_PACKET_ALG_VSOCK), ...where('socket', 1, ...RAW),
  ...where('ioctl', 1, SIOCSIFFLAGS, TIOCSTI),
]

const ENETUNREACH = 101

/** Backends that let a command reach more of the host than they say. */
export const HOST = {
  'runs-on-host': { because: 'commands run on the host itself, as whoever called', wrap: runsOnHost },
  'answers-privileged-calls': answering('answers-privileged-calls', 'privileged system calls are answered as carried out', CARRIED_OUT, 0),
  'connects-anywhere': answering('connects-anywhere', 'every connection is accepted, as by a proxy that nobody announced', any('connect'), 0),
  'refuses-connections': answering('refuses-connections', 'no connection can be made, not even within a fork', any('connect'), ENETUNREACH),
  'opens-kernel-files': { because: "the kernel's files in /proc and /sys can be read and written", wrap: kernelFiles },
} as const satisfies Readonly<Record<string, Broken>>
