// Four times what a fork may write is tried and taken away again, so that a backend without a limit loses 32 MiB for a moment.
import { defineProbe, endOf, holdsIf, textOf, unsupported } from 'polygraph/probe'

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  await shell(one, 'echo before > before')
  const full = await shell(one, 'head -c 33554432 /dev/zero > fill').catch((thrown: Error) => thrown.message)
  if (typeof full === 'string') return holdsIf(false, `the command came as a failure of the backend: ${full}`)
  if (full.exitCode === 0) {
    await shell(one, 'rm -f fill')
    return unsupported('a fork may write four times its limit, so its disk does not fill')
  }
  const after = await shell(one, 'echo on')
  const state = await seal(one)
  const [before] = await state.read([`${one.policy.workspace}/before`], { files: 1, bytesPerFile: 100, bytes: 100 })
  const { changes, complete } = await state.changes({ files: 100, bytesPerFile: 32 << 20, bytes: 64 << 20 })
  const next = await shell(await fork(state), 'cat before && rm fill && echo again > before && cat before')
  const good = textOf(after.stdout) === 'on\n' && before?.state === 'file' && complete && changes.length >= 2 && textOf(next.stdout) === 'before\nagain\n'
  return holdsIf(good, `the filler: ${endOf(full)}; the next command: ${endOf(after)}; sealed, a file of before is read as ${before?.state}, ${changes.length} changes are listed${complete ? '' : ', not complete'}, and in a new fork that makes room: ${endOf(next)}`.replaceAll('\n', ' '))
})
