import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { networkInterfaces } from 'node:os'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// Listeners of the probe's own on the host; the fork connects to each and to nothing else.
export default defineProbe(async ({ fork, run }) => {
  const own = Object.values(networkInterfaces()).flat().flatMap((each) => each === undefined || each.scopeid ? [] : [each.address])
  const servers: Server[] = []
  try {
    const targets: string[] = []
    for (const address of new Set(['127.0.0.1', ...own])) {
      const server = createServer((socket) => { socket.destroy() })
      const listening = await new Promise<boolean>((done) => { server.once('error', () => done(false)).listen(0, address, () => done(true)) })
      if (!listening) continue
      servers.push(server)
      targets.push(`${address} ${(server.address() as AddressInfo).port}`)
    }
    const reached = textOf((await run(await fork(), 'connect.py', { stdin: Buffer.from(targets.join('\n')) })).stdout).trim()
    return holdsIf(reached === 'none', `of ${targets.length} listeners on the host, reached from a fork: ${reached}`)
  } finally {
    for (const server of servers) server.close()
  }
})
