// A child takes 96 MiB and 0.3 s of processor time. More is told where starting it costs something, but not ten times more.
import { defineProbe, holdsIf, unsupported } from 'polygraph/probe'

const CHILD = 'import time\nb = bytearray(96 << 20)\nb[::4096] = b"x" * len(b[::4096])\nwhile time.process_time() < 0.3: pass'

export default defineProbe(async ({ fork, exec }) => {
  const { usage: { cpuMs, peakMemoryBytes } } = await exec(await fork(), ['/usr/bin/python3', '-I', '-c', `import subprocess,sys;subprocess.run([sys.executable,"-I","-c",${JSON.stringify(CHILD)}])`])
  if (cpuMs === null && peakMemoryBytes === null) return unsupported('neither is measured')
  const mib = peakMemoryBytes === null ? null : Math.round(peakMemoryBytes / (1 << 20))
  const good = (cpuMs === null || cpuMs >= 290 && cpuMs < 5000) && (mib === null || mib >= 96 && mib < 500)
  return holdsIf(good, `0.3 s and 96 MiB in a child were told as ${cpuMs === null ? 'unmeasured' : `${Math.round(cpuMs)} ms`} and ${mib === null ? 'unmeasured' : `${mib} MiB`}`)
})
