// What it was forked from is discarded, a fork of it deletes all and is discarded, and a state sealed from another fork is too.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 100, bytes: 100 }

export default defineProbe(async ({ prepare, fork, seal, shell }) => {
  const start = await prepare([{ path: '/workspace/laid', bytes: Buffer.from('laid\n'), mode: 0o644, owner: 'agent' }])
  const one = await fork(start)
  await shell(one, 'echo made > made')
  const state = await seal(one)
  await start.discard()
  const two = await fork(state)
  await shell(two, 'rm -f made laid')
  await (await seal(two)).discard()
  const three = await fork(state)
  await shell(three, 'rm -f made laid')
  await three.discard()
  const [read] = await state.read(['/workspace/made'], BOUNDS)
  const forked = textOf((await shell(await fork(state), 'cat laid made')).stdout)
  return holdsIf(read?.state === 'file' && forked === 'laid\nmade\n', `afterwards its file is read as ${read?.state}, and a new fork holds ${JSON.stringify(forked)}`)
})
