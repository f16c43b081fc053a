// Fifty files with bounds for ten, then with bounds for all, then with one file that is larger than a digest may cost.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  await shell(one, 'for n in $(seq 50); do echo $n > $n; done; head -c 5000 /dev/zero > large')
  const state = await seal(one)
  const said: string[] = []
  for (const [files, bytesPerFile] of [[10, 10_000], [100, 10_000], [100, 1000]] as const) {
    const { changes, complete } = await state.changes({ files, bytesPerFile, bytes: 100_000 })
    said.push(`${changes.length}${complete ? '' : ' and not complete'}`)
  }
  const [few = '', all, undigested] = said
  return holdsIf(/^\d and not|^10 and not/.test(few) && all === '51' && undigested === '51 and not complete', `of 51 changes, with bounds for ten: ${few}; with bounds for all: ${all}; with one too large for a digest: ${undigested}`)
})
