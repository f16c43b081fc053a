import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell, nonce }) => {
  const name = nonce()
  const [agents, verifiers] = [await fork(), await fork()]
  const made = await shell(verifiers, 'mkdir /tmp/$1 /var/tmp/$1 /dev/shm/$1', { args: [name], user: 'verifier' })
  if (made.exitCode !== 0) return unverified(`the verifier can make none: ${endOf(made)}`)
  const seen = textOf((await shell(agents, 'ls -d /tmp/*$1* /var/tmp/*$1* /dev/shm/*$1* 2>/dev/null; true', { args: [name] })).stdout).trim()
  await shell(verifiers, 'rmdir /tmp/$1 /var/tmp/$1 /dev/shm/$1', { args: [name], user: 'verifier' })
  return holdsIf(seen === '', `of three names that the verifier made, in the agent's fork: ${seen === '' ? 'none' : seen.replaceAll('\n', ' ')}`)
})
