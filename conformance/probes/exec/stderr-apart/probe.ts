// Both streams are written by turns, so that what mixes them is seen.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const { stdout, stderr } = await shell(await fork(), 'for n in 1 2 3; do echo out$n; echo err$n >&2; done')
  const [out, err] = [textOf(stdout), textOf(stderr)]
  return holdsIf(out === 'out1\nout2\nout3\n' && err === 'err1\nerr2\nerr3\n', `stdout ${JSON.stringify(out)}, stderr ${JSON.stringify(err)}`)
})
