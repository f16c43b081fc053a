import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// /proc/net lists local ports in hexadecimal: that of a listener of the probe's own on the host must not be there.
export default defineProbe(async ({ fork, shell }) => {
  const server = createServer()
  try {
    await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
    const port = (server.address() as AddressInfo).port.toString(16).toUpperCase().padStart(4, '0')
    const script = `grep -c ':${port} 00000000:0000 0A' /proc/net/tcp; tail -n +2 /proc/net/route | wc -l; tail -n +2 /proc/net/arp | wc -l`
    const [ports = '', routes = '', neighbours = ''] = textOf((await shell(await fork(), script)).stdout).trim().split('\n')
    return holdsIf([ports, routes, neighbours].every((count) => count === '0'), `shown in a fork: ${ports} of 1 listener of the host, ${routes} routes, ${neighbours} neighbours`)
  } finally {
    server.close()
  }
})
