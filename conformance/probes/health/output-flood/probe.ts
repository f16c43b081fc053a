// 24 MiB on each stream into 1 MiB, the fork's own limit.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

const PROGRAM = 'import os\nb = b"f" * 65536\nfor _ in range(384):\n    for fd in (1, 2):\n        left = b\n        while left: left = left[os.write(fd, left):]'

export default defineProbe(async ({ fork, exec, shell }) => {
  const one = await fork()
  const { truncated, stdout, stderr, exitCode } = await exec(one, ['/usr/bin/python3', '-I', '-c', PROGRAM])
  const limit = one.policy.limits.output_kb * 1024
  const next = await shell(one, 'echo next')
  const good = truncated.stdout && truncated.stderr && stdout.length === limit && stderr.length === limit && exitCode === 0 && next.exitCode === 0
  return holdsIf(good, `of 24 MiB each ${stdout.length} and ${stderr.length} bytes were kept, ${truncated.stdout && truncated.stderr ? 'both told as truncated' : 'and nobody was told'}, exit ${exitCode}; then ${endOf(next)}`)
})
