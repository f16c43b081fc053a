import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// Real, effective, saved and file system's: one that differs is a way back.
export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const said: string[] = []
  let right = true
  for (const user of ['agent', 'verifier'] as const) {
    const lines = textOf((await shell(one, 'grep -E "^(Uid|Gid):" /proc/self/status', { user })).stdout).trim().split('\n')
    for (const line of lines) {
      const ids = line.split(/\s+/).slice(1)
      right &&= ids.length === 4 && new Set(ids).size === 1 && ids[0] !== '0'
      said.push(`${user} ${line.replaceAll(/\s+/g, ' ')}`)
    }
  }
  return holdsIf(right && said.length === 4, said.join(', '))
})
