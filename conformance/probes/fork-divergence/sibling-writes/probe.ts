import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const PLACES = ['.', '"$HOME"', '/tmp', '/var/tmp', '/dev/shm']

export default defineProbe(async ({ fork, shell, nonce }) => {
  const mark = nonce()
  const [writer, running] = [await fork(), await fork()]
  const { exitCode } = await shell(writer, PLACES.map((place) => `echo x > ${place}/${mark}`).join(' && '))
  if (exitCode !== 0) return holdsIf(false, `the writer could not write: ${PLACES.join(' ')}`)
  const seen = await Promise.all([running, await fork()].map(async (sibling) =>
    textOf((await shell(sibling, `for place in ${PLACES.join(' ')}; do test -e "$place/${mark}" && echo "$place"; done; true`)).stdout).trim()))
  await shell(writer, PLACES.map((place) => `rm -f ${place}/${mark}`).join('; '))
  return holdsIf(seen.every((text) => text === ''), seen.every((text) => text === '') ? `nothing of ${PLACES.length} places in two siblings` : `seen in a sibling: ${seen.join(' ').replaceAll('\n', ' ')}`)
})
