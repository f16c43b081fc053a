import { defineProbe, holdsIf } from 'polygraph/probe'

// Two by themselves and three at a time: neither order nor company may show in a digest.
export default defineProbe(async ({ fork, seal }) => {
  const sealed = async (): Promise<string> => (await seal(await fork())).digest
  const found = [await sealed(), await sealed(), ...await Promise.all([sealed(), sealed(), sealed()])]
  return holdsIf(new Set(found).size === 1, `${new Set(found).size} digest(s) of ${found.length} forks: ${[...new Set(found)].map((digest) => digest.slice(0, 12)).join(', ')}`)
})
