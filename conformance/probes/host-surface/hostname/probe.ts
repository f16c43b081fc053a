import { hostname } from 'node:os'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const seen = textOf((await shell(await fork(), 'uname -n')).stdout).trim()
  return holdsIf(seen !== '' && seen !== hostname(), seen === hostname() ? `a fork has the host's own name, ${seen}` : `a fork is called ${seen}, the host otherwise`)
})
