// cat gives back what it reads; a text without its last line end is what tools like to add one to.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const TEXTS = ['one line\n', 'no end', '\n\n', 'two\r\nlines', 'größe 漢字 🦆']

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const wrong: string[] = []
  for (const text of TEXTS) {
    const came = textOf((await exec(one, ['/bin/cat'], { stdin: Buffer.from(text) })).stdout)
    if (came !== text) wrong.push(`${JSON.stringify(text)} came as ${JSON.stringify(came)}`)
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? `${TEXTS.length} texts arrived as they were` : wrong.join(', '))
})
