import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

// Counts to 1.8 seconds of processor time at the most; the limit is one.
const SPIN = 'import time\nwhile time.process_time() < 1.8: pass\nprint("spun 1.8 seconds")'

export default defineProbe(async ({ fork, exec }) => {
  const done = await exec(await fork(), ['/usr/bin/python3', '-I', '-c', SPIN])
  return holdsIf(done.exitCode === null, `under a limit of one second: ${endOf(done)}`)
})
