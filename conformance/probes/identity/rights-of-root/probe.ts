import { readFile } from 'node:fs/promises'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// On a kernel of its own (its boot_id, drawn when it starts, is another one) every right ends at the fork.
export default defineProbe(async ({ fork, run }) => {
  const { stdout, exitCode } = await run(await fork(), 'rights.py', { user: 'root' })
  const [said = '', boot = ''] = textOf(stdout).trim().split('\n')
  const same = boot === (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
  return holdsIf(exitCode === 0 || exitCode === 1 && !same, `${said}; ${same ? "the host's kernel" : 'another kernel'}`)
})
