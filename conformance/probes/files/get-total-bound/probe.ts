// Five files of 1000 bytes; what doesn't fit any more is told as too large, and never as missing.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'for n in 1 2 3 4 5; do head -c 1000 /dev/zero > $n; done')
  const paths = [1, 2, 3, 4, 5].map((name) => `${one.policy.workspace}/${name}`)
  const states = async (files: number, bytes: number) => (await one.get(paths, { files, bytesPerFile: 1000, bytes })).map(({ state }) => state).join(' ')
  const expected = 'file file too-large too-large too-large'
  const [number, total] = [await states(2, 100_000), await states(100, 2500)]
  return holdsIf(number === expected && total === expected, `two files at most: ${number}; 2500 bytes at most: ${total}`)
})
