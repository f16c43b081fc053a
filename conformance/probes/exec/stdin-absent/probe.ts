// Reads to the end, which a stdin that is left open never comes to; /dev/tty opens only where there is a controlling terminal.
import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

const SCRIPT = 'bytes=$(wc -c); for fd in 0 1 2; do test -t $fd && terminals="$terminals $fd"; done; (: < /dev/tty) 2>/dev/null && terminals="$terminals tty"; echo $bytes bytes, terminals: ${terminals:-none}'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const [absent, empty] = [await shell(one, SCRIPT, { wallSeconds: 5 }), await shell(one, SCRIPT, { stdin: new Uint8Array(), wallSeconds: 5 })]
  const good = [absent, empty].every(({ stdout }) => textOf(stdout).trim() === '0 bytes, terminals: none')
  return holdsIf(good, `without stdin: ${endOf(absent)}; with an empty one: ${endOf(empty)}`)
})
