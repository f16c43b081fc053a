import { defineProbe, holdsIf, textOf, unsupported } from 'polygraph/probe'

const BOUNDS = { files: 100, bytesPerFile: 1 << 10, bytes: 64 << 20 }

export default defineProbe(async ({ fork, shell, seal }) => {
  const one = await fork()
  const filled = await shell(one, 'echo kept > kept; dd if=/dev/zero of=full bs=64k count=256')
  if (filled.exitCode === 0) return unsupported('the disk of a fork was not to be filled')
  const sealed = await seal(one)
  const [read] = await sealed.read([`${one.policy.workspace}/kept`], BOUNDS)
  const { changes, complete } = await sealed.changes({ ...BOUNDS, bytesPerFile: 32 << 20 })
  const next = await shell(await fork(sealed), 'rm full && echo again > kept && cat kept')
  const seen = [
    'the disk was full', `a file reads ${read?.state === 'file' ? textOf(read.bytes).trim() : read?.state ?? 'nothing'}`,
    `${changes.length} changes, ${complete ? 'all of them' : 'not all'}`, `in a fork of it, once a file is removed: ${textOf(next.stdout).trim() || textOf(next.stderr).trim()}`,
  ]
  return holdsIf(read?.state === 'file' && complete && changes.length >= 2 && textOf(next.stdout) === 'again\n', seen.join('; '))
})
