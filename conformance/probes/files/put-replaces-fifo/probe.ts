// Opening a FIFO to write blocks until somebody reads. A socket stands beside it.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, exec, shell }) => {
  const one = await fork()
  await exec(one, ['/usr/bin/python3', '-I', '-c', 'import os,socket;os.mkfifo("fifo");socket.socket(socket.AF_UNIX).bind("socket")'])
  await one.put(['fifo', 'socket'].map((name) => ({ path: `${one.policy.workspace}/${name}`, bytes: Buffer.from('new'), mode: 0o644, owner: 'agent' as const })))
  const said = textOf((await shell(one, 'stat -c %F fifo socket')).stdout).trim()
  return holdsIf(said === 'regular file\nregular file', `where a FIFO and a socket stood is now: ${said.replaceAll('\n', ', ')}`)
})
