/** Whether this machine's KVM is of use, told by what it does: /dev/kvm can be there, answer every call, and run a guest at a crawl. */
import { execa } from 'execa'
import { accessSync, constants } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { QEMU } from './programs.ts'

export type Accelerator = 'kvm' | 'tcg'

/** What was found: which one works, and why the faster one is not taken. */
export type Probed =
  | { readonly ok: true; readonly accelerator: Accelerator; readonly because: string }
  | { readonly ok: false; readonly because: string }

/**
 * A guest of 5 kB that enters long mode, loops 64 × 300,000 times with a reload of its page table each, and ends QEMU with
 * status 33 through the debug-exit device: a tenth of a second under emulation. guest/probe.S, assembled as it says and packed by gzip.
 */
const PROBE = `
H4sIAAAAAAACA+2Yv0vDQBTHvzEpLUi5Q9rJ5ejkFFrpH6BQnfwDXC1UOlUxqbhZydRN0EEcnZyqYwXRCIJ1cO+YQSwo6NJFReq7/MBM4uD4PuS9e7/uuGTLd3dpZdkwDCRMwUSUSVTJ
P8qoXoWizhwysKK+TJxET4c1IBuXdP+c1sOOldNWoFyblbLf+gzDMAzDMAzDMAzD/C8fl6hJ3GUgJUwVRuTNskTlvju4CYp5j6a61gOotLj3jimg/SRU4A2UKAV9vU+UhhcdwBfzef3v
L8pC+XkKOqLkC6N4ConnFrkcrhbosOvgwIL3ZrQ/hRrS3oovTrxXoz3qazlhNB6/fK3vJ/ebTMgdn0HgKFQbEo1ghmy10YoEB9tpOu6Wu1aH3dpwG/bmdhO229hxYdcd58/fYhqRhkGv
GGoTWqMopPqJNlFEpHFkY51EP73UXC5eZ+PYDMckejIUUn6ItRUjmYm5pbpK5Yk68w3CtNSdrBEAAA==`

/** How long a guest may take that needs a tenth of it where it is emulated, in milliseconds. */
const DEADLINE_MS = 1000
const EXPECTED = 33

/** Runs the probe by KVM, and where that won't do by emulation; where neither works, QEMU itself is broken here. `dir` is a folder to work in. */
export async function probeAccelerator(dir: string): Promise<Probed> {
  const file = join(dir, 'probe.elf')
  await writeFile(file, gunzipSync(Buffer.from(PROBE, 'base64')))
  const kvm = mayUseKvm() ?? await attempt(file, 'kvm', DEADLINE_MS)
  if (kvm === null) return { ok: true, accelerator: 'kvm', because: 'a guest of a few million instructions ran by KVM as it should' }
  // Emulation is the control: it needs no more than an interpreter that works, so its deadline is for a busy machine.
  const tcg = await attempt(file, 'tcg', 30 * DEADLINE_MS)
  return tcg === null
    ? { ok: true, accelerator: 'tcg', because: `guests are emulated, since ${kvm}` }
    : { ok: false, because: `QEMU runs no guest here: by KVM ${kvm}; by emulation ${tcg}` }
}

function mayUseKvm(): string | null {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK)
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no /dev/kvm' : 'this user may not use /dev/kvm (adding the user to the group kvm allows it)'
  }
}

/** Null where the guest ended as it should; else what happened. */
async function attempt(file: string, accelerator: Accelerator, deadlineMs: number): Promise<string | null> {
  const { exitCode, signal, timedOut, stderr, shortMessage } = await execa(QEMU, [
    '-M', 'microvm', '-accel', accelerator, '-cpu', 'max', '-m', '64M', '-nodefaults', '-no-user-config', '-display', 'none', '-no-reboot',
    '-kernel', file, '-device', 'isa-debug-exit,iobase=0xf4,iosize=4',
  ], { stdin: 'ignore', timeout: deadlineMs, killSignal: 'SIGKILL', reject: false, stdout: 'ignore' })
  if (exitCode === EXPECTED) return null
  if (timedOut) return `a guest that needs a tenth of a second did not end within ${deadlineMs / 1000} s`
  const said = stderr.trim().split('\n').at(-1) ?? ''
  return exitCode === undefined && signal === undefined ? `QEMU could not be started: ${shortMessage}` : `QEMU ended with ${exitCode ?? signal}${said === '' ? '' : `: ${said}`}`
}
