// All 256 values, with ^C, ^D and ^Z among them, which mean something to a terminal.
import { defineProbe, holdsIf } from 'polygraph/probe'

const BYTES = Buffer.from(Array.from({ length: 512 }, (_, place) => place < 256 ? place : 511 - place))

export default defineProbe(async ({ fork, exec }) => {
  const { stdout } = await exec(await fork(), ['/bin/cat'], { stdin: BYTES })
  return holdsIf(BYTES.equals(stdout), BYTES.equals(stdout) ? 'all 256 values arrived' : `of 512 bytes ${stdout.length} came back, not the same`)
})
