// 143 and 137 are what shells say of TERM and KILL, with which time-outs are carried out.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const wrong: string[] = []
  for (const script of ['kill -TERM $$', 'kill -KILL $$', 'exit 143', 'exit 137', 'exit 124', "sh -c 'kill -9 $$'"]) {
    if ((await shell(one, script)).timedOut) wrong.push(script)
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? 'six quick ends that look like time-outs were told as none' : `told as timed out: ${wrong.join(', ')}`)
})
