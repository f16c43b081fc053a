// A program of the same name as a system's one stands first on the PATH, and in a folder that is on no other.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, exec }) => {
  const one = await fork()
  await shell(one, "mkdir -p own && for name in id onlyhere; do printf '#!/bin/sh\\necho own' > own/$name; chmod +x own/$name; done")
  const said = []
  for (const name of ['id', 'onlyhere']) said.push(textOf((await exec(one, [name], { env: { PATH: `${one.policy.workspace}/own:/usr/bin:/bin` } })).stdout).trim())
  return holdsIf(said.every((text) => text === 'own'), `of two programs on the PATH of the command, ${said.filter((text) => text === 'own').length} were the ones that ran`)
})
