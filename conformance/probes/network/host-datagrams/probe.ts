import { createSocket } from 'node:dgram'
import { defineProbe, holdsIf } from 'polygraph/probe'

// The host waits at a port of its loopback for a word that the fork sends to that port of its own loopback.
export default defineProbe(async ({ fork, shell, nonce, sleep }) => {
  const word = nonce()
  const socket = createSocket('udp4')
  let arrived = 0
  socket.on('message', (message) => { if (message.toString().includes(word)) arrived += 1 })
  try {
    await new Promise<void>((done) => { socket.bind(0, '127.0.0.1', done) })
    const send = 'exec python3 -I -c "import socket, sys; s = socket.socket(type=socket.SOCK_DGRAM); [s.sendto(sys.argv[1].encode(), (\'127.0.0.1\', int(sys.argv[2]))) for _ in range(3)]" "$@"'
    await shell(await fork(), send, { args: [word, String(socket.address().port)] })
    await sleep(20)
    return holdsIf(arrived === 0, `${arrived} of 3 datagrams from a fork arrived at the host`)
  } finally {
    socket.close()
  }
})
