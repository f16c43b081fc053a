// A command starts processes out of its session and does not end; two forks, one discarded while another one's time runs out.
import { defineProbe, holdsIf, processesOnHost, unverified } from 'polygraph/probe'

const SCRIPT = `setsid /bin/sh -c "trap '' TERM HUP INT; sleep 20; :" "$1" > /dev/null 2>&1 & sleep 20; :`

export default defineProbe(async ({ fork, shell, nonce }) => {
  const mark = nonce(16)
  const [one, two] = [await fork(), await fork()]
  const ends = await Promise.all([one, two].map((each) => shell(each, SCRIPT, { args: [mark], wallSeconds: 0.5 })))
  // What a time-out leaves is not asked here: something that outlives it stands for it.
  for (const each of [one, two]) await shell(each, `setsid /bin/sh -c 'sleep 20; :' "$1" > /dev/null 2>&1 &`, { args: [mark] })
  const before = processesOnHost(mark).length
  await Promise.all([one.discard(), two.discard()])
  const after = processesOnHost(mark).length
  return before === 0 ? unverified('this host does not see the processes of its forks') : holdsIf(after === 0, `${ends.filter(({ timedOut }) => timedOut).length} commands timed out; of ${before} processes ${after} outlived the discard`)
})
