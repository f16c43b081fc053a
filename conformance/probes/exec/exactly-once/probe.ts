// Each command leaves one line; those that fail, die or time out are what a layer with retries would run again.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const ENDS = ['exit 0', 'exit 1', 'exit 255', 'kill -9 $$', 'kill -TERM $$', 'exec sleep 9']

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  for (const [place, end] of ENDS.entries()) await shell(one, `echo ${place} >> ran; ${end}`, { wallSeconds: end.includes('sleep') ? 0.5 : 20 })
  const ran = textOf((await shell(one, 'cat ran')).stdout).trim().split('\n')
  const twice = ran.filter((line, place) => ran.indexOf(line) !== place)
  // The last one may time out before its first line where the machine is very slow.
  const good = twice.length === 0 && ran.length >= ENDS.length - 1
  return holdsIf(good, `six commands with six kinds of ends left ${ran.length} lines, ${twice.length} of them twice`)
})
