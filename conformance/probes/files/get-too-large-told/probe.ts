// One byte makes the difference.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'head -c 1000 /dev/zero > at; head -c 1001 /dev/zero > over; head -c 100000 /dev/zero > far')
  const found = (await one.get(['at', 'over', 'far'].map((name) => `${one.policy.workspace}/${name}`), { files: 10, bytesPerFile: 1000, bytes: 1_000_000 })).map((each) => each.state === 'file' ? each.bytes.length : each.state === 'too-large' ? `too large, ${each.size}` : each.state)
  return holdsIf(found.join('; ') === '1000; too large, 1001; too large, 100000', `bound 1000; of 1000, 1001 and 100000 bytes: ${found.join('; ')}`)
})
