// A background process and a command that is under way, seen in this host's own /proc before and after.
import { defineProbe, holdsIf, processesOnHost, unverified } from 'polygraph/probe'

export default defineProbe(async ({ backend, fork, shell, sleep, nonce }) => {
  const mark = nonce(16)
  const known = new Set((await backend.leftovers()).map(({ id }) => id))
  const one = await fork()
  await shell(one, `setsid /bin/sh -c 'sleep 20; :' "$1" > /dev/null 2>&1 &`, { args: [`background-${mark}`] })
  const running = shell(one, 'sleep 20; :', { args: [`running-${mark}`] }).catch(() => {})
  for (let tries = 0; tries < 200 && processesOnHost(`running-${mark}`).length === 0; tries++) await sleep(5)
  const before = processesOnHost(mark).length
  await one.discard()
  const after = processesOnHost(mark).length
  const listed = (await backend.leftovers()).filter(({ id }) => !known.has(id)).length
  if (before > 0 && after === 0) await running
  return before === 0 ? unverified('this host does not see the processes of its forks') : holdsIf(after + listed === 0, `of ${before} processes ${after} outlived the discard; ${listed} new leftovers`)
})
