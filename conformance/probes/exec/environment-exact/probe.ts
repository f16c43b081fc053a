// env -0 prints its own environment, which no shell has been at.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const ENV = { PLAIN: 'x', EMPTY: '', SPACES: ' a  b ', LINES: 'one\ntwo\n', QUOTES: `'"\\$HOME\``, EQUALS: 'a=b=c', UNICODE: 'größe 漢字 🦆', _: 'under' }

export default defineProbe(async ({ fork, exec }) => {
  const { stdout } = await exec(await fork(), ['/usr/bin/env', '-0'], { env: ENV })
  const came = textOf(stdout).split('\0').filter((line) => line !== '').toSorted()
  const given = Object.entries(ENV).map(([name, value]) => `${name}=${value}`).toSorted()
  const [lost, beside] = [given.filter((line) => !came.includes(line)), came.filter((line) => !given.includes(line)).map((line) => line.split('=')[0]!)]
  return holdsIf(lost.length + beside.length === 0, `${given.length - lost.length} of ${given.length} variables came as given; beside them: ${beside.length === 0 ? 'none' : beside.join(' ').slice(0, 200)}`)
})
