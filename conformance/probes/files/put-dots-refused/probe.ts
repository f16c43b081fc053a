// Paths of the contract are absolute and plain; one that climbs is a fault of the caller, not to be guessed at.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, nonce }) => {
  const one = await fork()
  const name = nonce()
  const climbing = [`${one.policy.workspace}/../tmp/${name}`, `${one.policy.workspace}/x/../${name}`, `${one.policy.workspace}/./${name}-dot`, `${name}-relative`]
  const ends: string[] = []
  for (const path of climbing) ends.push(await one.put([{ path, bytes: Buffer.from('x'), mode: 0o644, owner: 'agent' }]).then(() => 'laid', () => 'refused'))
  const found = textOf((await shell(one, 'ls -d /tmp/$1* ./$1* 2>/dev/null; rm -f /tmp/$1*', { args: [name] })).stdout).trim()
  return holdsIf(ends.every((end) => end === 'refused') && found === '', `of ${climbing.length} paths with dots or without a slash ${ends.filter((end) => end === 'refused').length} were refused; laid: ${found === '' ? 'nothing' : found.replaceAll('\n', ' ')}`)
})
