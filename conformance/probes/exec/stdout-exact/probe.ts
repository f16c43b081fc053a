// Compares what arrives with what was printed, since harnesses like to trim.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const TEXTS = ['', '\n', ' a', 'a\n\n', '\t two\r\nlines \n', '# no comment \\n %s $HOME `id`']

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const wrong: string[] = []
  for (const text of TEXTS) {
    const { stdout, stderr } = await exec(one, ['/usr/bin/printf', '%s', text])
    if (textOf(stdout) !== text || stderr.length > 0) wrong.push(`${JSON.stringify(text)} came as ${JSON.stringify(textOf(stdout))}`)
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? `${TEXTS.length} texts came as they were printed` : wrong.join(', '))
})
