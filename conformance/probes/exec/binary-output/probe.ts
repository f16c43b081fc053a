// All 256 values in both orders: NUL, line ends of every kind and what is no UTF-8 are among them.
import { defineProbe, holdsIf } from 'polygraph/probe'

const PROGRAM = 'import sys\nb = bytes(range(256))\nsys.stdout.buffer.write(b)\nsys.stderr.buffer.write(b[::-1])'
const BYTES = Buffer.from(Array.from({ length: 256 }, (_, value) => value))

export default defineProbe(async ({ fork, exec }) => {
  const { stdout, stderr } = await exec(await fork(), ['/usr/bin/python3', '-I', '-c', PROGRAM])
  const [out, err] = [BYTES.equals(stdout), BYTES.toReversed().every((value, place) => stderr[place] === value) && stderr.length === 256]
  return holdsIf(out && err, `256 bytes ${out ? 'as they were' : `otherwise (${stdout.length})`} on stdout, ${err ? 'as they were' : `otherwise (${stderr.length})`} on stderr`)
})
