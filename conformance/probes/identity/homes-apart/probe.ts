import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, nonce }) => {
  const one = await fork()
  const { home, workspace } = one.policy
  const tries = [['agent', '/home/verifier'], ['verifier', home], ['verifier', workspace]] as const
  const done: string[] = []
  for (const [user, folder] of tries) if ((await shell(one, 'test -d "$1" && : > "$1/$2" && rm "$1/$2"', { user, cwd: '/', args: [folder, nonce()] })).exitCode === 0) done.push(`${user} in ${folder}`)
  return holdsIf(done.length === 0, `of ${tries.length} tries to write in another's folder, done: ${done.join(', ') || 'none'}`)
})
