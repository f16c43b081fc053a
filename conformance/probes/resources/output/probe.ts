import { defineProbe, holdsIf } from 'polygraph/probe'

// 64 KiB to each stream; the limit is 16. The command is not to be stopped by it.
const FLOOD = 'n=0; while test $n -lt 64; do n=$((n + 1)); printf "%1024s" x; printf "%1024s" x >&2; done; exit 7'

export default defineProbe(async ({ fork, shell }) => {
  const { stdout, stderr, truncated, exitCode } = await shell(await fork(), FLOOD)
  const right = [stdout, stderr].every((bytes) => bytes.length === 16 << 10) && truncated.stdout && truncated.stderr && exitCode === 7
  return holdsIf(right, `of 64 KiB each, under a limit of 16: ${stdout.length} and ${stderr.length} bytes kept, ${truncated.stdout && truncated.stderr ? 'told for both' : 'not told for both'}, exit ${String(exitCode)}`)
})
