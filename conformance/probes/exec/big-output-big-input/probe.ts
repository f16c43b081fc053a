// A filter blocks on its full output while its input is still being written: whoever does one after the other hangs.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

const BYTES = Buffer.alloc(4 << 20, Buffer.from(Array.from({ length: 251 }, (_, value) => value)))
const FILTER = 'import os\nwhile part := os.read(0, 65536):\n    for fd in (1, 2):\n        left = part\n        while left: left = left[os.write(fd, left):]'

export default defineProbe(async ({ fork, exec }) => {
  const execution = await exec(await fork(), ['/usr/bin/python3', '-I', '-c', FILTER], { stdin: BYTES, outputBytes: 8 << 20 })
  const good = BYTES.equals(execution.stdout) && BYTES.equals(execution.stderr)
  return holdsIf(good, good ? '4 MiB in, and the same 4 MiB out on both streams' : `of 4 MiB ${execution.stdout.length} and ${execution.stderr.length} bytes came back; ${endOf({ ...execution, stdout: new Uint8Array(), stderr: new Uint8Array() })}`)
})
