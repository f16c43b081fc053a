// A second is the least that RLIMIT_CPU can say. The program itself gives up a good bit later, by its own processor time.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

const PROGRAM = 'import time\nwhile time.process_time() < 2.2: pass\nprint("2.2 s were used")'

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const execution = await exec(one, ['/usr/bin/python3', '-I', '-c', PROGRAM], { cpuSeconds: 1 })
  return holdsIf(execution.exitCode !== 0, `given 1 s of processor time: ${endOf(execution)}`)
})
