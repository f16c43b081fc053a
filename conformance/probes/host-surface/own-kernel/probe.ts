import { readFile } from 'node:fs/promises'
import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// The kernel draws boot_id once when it starts, so that two kernels never have the same one.
const PATH = '/proc/sys/kernel/random/boot_id'

export default defineProbe(async ({ fork, shell }) => {
  const hosts = await readFile(PATH, 'utf8').catch(() => '')
  const seen = textOf((await shell(await fork(), `cat ${PATH}`)).stdout)
  if (hosts === '' || seen === '') return unverified('boot_id can not be read on both sides')
  return holdsIf(seen !== hosts, seen === hosts ? 'a fork and the host have one boot_id, so one kernel' : 'a fork and the host have different boot_ids')
})
