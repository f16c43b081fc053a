// Two, three and four bytes a character, and a combining mark that a normaliser would change.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const TEXT = 'größe 漢字 🦆 e\u0301'

export default defineProbe(async ({ fork, shell }) => {
  const { stdout, stderr } = await shell(await fork(), 'printf %s "$1"; printf %s "$1" >&2', { args: [TEXT] })
  return holdsIf(textOf(stdout) === TEXT && textOf(stderr) === TEXT, `of ${TEXT} came ${textOf(stdout)} and ${textOf(stderr)}`)
})
