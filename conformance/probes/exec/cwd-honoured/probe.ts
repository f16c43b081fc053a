// pwd -P asks the kernel, not the environment. One directory has a name that a shell would split.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, exec }) => {
  const one = await fork()
  const odd = `${one.policy.workspace}/a  b $HOME`
  await exec(one, ['/bin/mkdir', odd])
  const wrong: string[] = []
  for (const cwd of [one.policy.workspace, one.policy.home, odd, '/', '/usr', '/tmp']) {
    const came = textOf((await shell(one, 'pwd -P', { cwd })).stdout).trimEnd()
    if (came !== cwd) wrong.push(`${cwd} was ${came}`)
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? 'six directories were the ones asked for' : wrong.join(', '))
})
