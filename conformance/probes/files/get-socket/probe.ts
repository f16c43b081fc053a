// A socket that nobody listens at any more, and one with a listener.
import { defineProbe, holdsIf } from 'polygraph/probe'

const PROGRAM = 'import os,socket,time\ns = socket.socket(socket.AF_UNIX)\ns.bind("dead")\ns.close()\nl = socket.socket(socket.AF_UNIX)\nl.bind("live")\nl.listen()\nif os.fork(): os._exit(0)\ntime.sleep(20)'

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  await exec(one, ['/usr/bin/python3', '-I', '-c', PROGRAM])
  const found = (await one.get(['dead', 'live'].map((name) => `${one.policy.workspace}/${name}`), { files: 10, bytesPerFile: 1000, bytes: 10_000 })).map((each) => each.state === 'not-regular' ? each.type : each.state)
  return holdsIf(found.every((type) => type === 'socket'), `without and with a listener: ${found.join(', ')}`)
})
