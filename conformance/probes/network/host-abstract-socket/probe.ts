import { createServer } from 'node:net'
import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// A listener of the probe's own on the host. Its name is looked for in the fork's list of sockets too.
export default defineProbe(async ({ fork, run, nonce }) => {
  const name = `probe-${nonce()}`
  const server = createServer((socket) => { socket.destroy() })
  try {
    if (!await new Promise<boolean>((done) => { server.once('error', () => done(false)).listen(`\0${name}`, () => done(true)) })) return unverified('the host can make no abstract socket')
    const seen = textOf((await run(await fork(), 'connect.py', { args: [name] })).stdout).trim()
    return holdsIf(seen === 'neither reached nor listed', `a socket of the host: ${seen}`)
  } finally {
    server.close()
  }
})
