// Nine arguments just below 128 KiB, which is the most that Linux takes in one (MAX_ARG_STRLEN).
import { createHash } from 'node:crypto'
import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

const ARGUMENTS = Array.from({ length: 9 }, (_, place) => `${place}`.repeat(127 * 1024))
const DIGEST = createHash('sha256').update(ARGUMENTS.join('')).digest('hex')

export default defineProbe(async ({ fork, shell }) => {
  const execution = await shell(await fork(), 'printf %s "$@" | sha256sum', { args: ARGUMENTS })
  const same = textOf(execution.stdout).startsWith(DIGEST)
  return holdsIf(same, same ? `${ARGUMENTS.join('').length} bytes in nine arguments arrived, by their SHA-256` : `they arrived otherwise: ${endOf(execution)}`)
})
