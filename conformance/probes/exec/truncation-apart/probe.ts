// A flood on one stream and 32 KiB on the other, with the roles changed once.
import { defineProbe, holdsIf } from 'polygraph/probe'

const PROGRAM = 'import os,sys\nflood, other = int(sys.argv[1]), 3 - int(sys.argv[1])\nfor i in range(32):\n    os.write(flood, b"f" * 8192)\n    os.write(other, b"o" * 1024)'

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const [first, second] = [await exec(one, ['/usr/bin/python3', '-I', '-c', PROGRAM, '1'], { outputBytes: 65536 }), await exec(one, ['/usr/bin/python3', '-I', '-c', PROGRAM, '2'], { outputBytes: 65536 })]
  const good = first.truncated.stdout && !first.truncated.stderr && first.stderr.length === 32768 && second.truncated.stderr && !second.truncated.stdout && second.stdout.length === 32768
  return holdsIf(good, `beside a flood of 256 KiB came ${first.stderr.length} of 32768 bytes on stderr, and ${second.stdout.length} on stdout; told as truncated: ${JSON.stringify([first.truncated, second.truncated])}`)
})
