import { hostname } from 'node:os'
import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// By libc, by the kernel's own file, and by what a resolver reads.
export default defineProbe(async ({ fork, shell }) => {
  const execution = await shell(await fork(), 'uname -n; cat /proc/sys/kernel/hostname; cat /etc/hostname 2> /dev/null; true')
  const names = textOf(execution.stdout).trim().split('\n')
  if (execution.exitCode !== 0 || names.length < 2) return unverified(`no name was told: ${endOf(execution)}`)
  return holdsIf(!names.includes(hostname()), `the fork is called ${[...new Set(names)].join(', ')}${names.includes(hostname()) ? ', as the host is' : ', as the host is not'}`)
})
