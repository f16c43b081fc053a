// The daemon carries a mark in its command line, by which this host's own /proc shows it; it must have been seen there before.
import { defineProbe, holdsIf, processesOnHost, textOf, unverified } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, seal, run, shell, nonce }) => {
  const mark = nonce(16)
  const one = await fork(await prepare())
  await run(one, 'daemon.py', { args: [mark] })
  const before = processesOnHost(mark).length
  const state = await seal(one)
  const after = processesOnHost(mark).length
  if (before > 0) return holdsIf(after === 0, `of ${before} processes on this host that left their session, ${after} outlived the seal`)
  const inside = textOf((await shell(await fork(state), 'cat /proc/[0-9]*/cmdline 2>/dev/null | tr -d "\\0" | grep -c "$1" || :', { args: [`daemon-${mark}`] })).stdout).trim()
  return Number(inside) > 1 ? holdsIf(false, 'a fork of the sealed state sees it run') : unverified('this host does not see the processes of its forks')
})
