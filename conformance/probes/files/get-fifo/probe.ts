// Opening a FIFO to read blocks until somebody writes. A second one has a writer that is silent.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'mkfifo idle silent; sleep 20 > silent 2>&1 & sleep 20 <> silent > /dev/null 2>&1 &')
  const found = (await one.get(['idle', 'silent'].map((name) => `${one.policy.workspace}/${name}`), { files: 10, bytesPerFile: 1000, bytes: 10_000 })).map((each) => each.state === 'not-regular' ? each.type : each.state)
  return holdsIf(found.every((type) => type === 'fifo'), `without a writer, with a silent one: ${found.join(', ')}`)
})
