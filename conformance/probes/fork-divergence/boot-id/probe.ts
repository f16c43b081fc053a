import { readFileSync } from 'node:fs'
import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

const FILE = '/proc/sys/kernel/random/boot_id'

// The kernel draws it once at its start, so it tells kernels apart.
export default defineProbe(async ({ fork, shell }) => {
  const execution = await shell(await fork(), `cat ${FILE}`)
  if (execution.exitCode !== 0) return unverified(`no boot id: ${endOf(execution)}`)
  const same = textOf(execution.stdout).trim() === readFileSync(FILE, 'utf8').trim()
  return holdsIf(!same, same ? "the fork's boot id is the host's" : "the fork's boot id is not the host's")
})
