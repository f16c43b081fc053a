import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

// Counts to 1.8 seconds of processor time at the most; the limit is one.
const SPIN = 'import time\nwhile time.process_time() < 1.8: pass\nprint("spun 1.8 seconds")'

export default defineProbe(async ({ fork, exec }) => {
  const done = await exec(await fork(), ['/usr/bin/python3', '-I', '-c', SPIN])
  // A backend may tell of a signal by a code above 128.
  return holdsIf(done.exitCode !== 0 && done.stdout.length === 0, `under a limit of one second: ${endOf(done)}`)
})
