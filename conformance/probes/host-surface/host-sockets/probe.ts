import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// A listener of the probe's own on the host, open to everybody, and the places where engines and daemons listen.
export default defineProbe(async ({ fork, run }) => {
  const folder = await mkdtemp(join(tmpdir(), 'polygraph-open-'))
  const path = join(folder, 'socket')
  const server = createServer((socket) => socket.destroy())
  try {
    await new Promise<void>((done) => { server.listen(path, done) })
    await chmod(folder, 0o755)
    await chmod(path, 0o777)
    const { stdout, exitCode } = await run(await fork(), 'connect.py', { args: [path] })
    return holdsIf(exitCode === 0, textOf(stdout).trim())
  } finally {
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
})
