import { readFile } from 'node:fs/promises'
import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// Field 22 of /proc/1/stat is when it started, in ticks since the kernel did: with the name it tells one process from another.
const identity = (stat: string): string => {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return `${stat.slice(stat.indexOf('('), stat.lastIndexOf(')') + 1)} started at ${fields[19] ?? '?'}`
}

export default defineProbe(async ({ fork, shell }) => {
  const hosts = await readFile('/proc/1/stat', 'utf8').catch(() => '')
  if (hosts === '') return unverified('this host does not show its first process')
  const seen = textOf((await shell(await fork(), 'cat /proc/1/stat')).stdout)
  const text = seen === '' ? 'a fork shows no first process' : `the host's: ${identity(hosts)}; the fork's: ${identity(seen)}`
  return holdsIf(seen === '' || identity(seen) !== identity(hosts), text)
})
