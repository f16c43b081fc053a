import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// The agent's fork runs already when the file is laid in the other one; it looks for the name and for the word in it.
const PLACES = '/workspace /home /root /tmp /var/tmp /dev/shm /run /var/log /var/spool /mnt /opt /srv'
const SEARCH = `timeout 4 find ${PLACES} -name "*$1*" 2>/dev/null; timeout 4 grep -rlsF -e "$2" ${PLACES}; test $? != 124`

export default defineProbe(async ({ fork, shell, nonce }) => {
  const [name, word] = [nonce(), nonce(12)]
  const [agents, verifiers] = [await fork(), await fork()]
  await verifiers.put([{ path: `${verifiers.policy.workspace}/${name}/answers`, bytes: Buffer.from(word), mode: 0o644, owner: 'verifier' }])
  const own = textOf((await shell(verifiers, SEARCH, { args: [name, word], user: 'verifier' })).stdout).trim().split('\n').length
  const search = await shell(agents, SEARCH, { args: [name, word] })
  const seen = textOf(search.stdout).trim()
  if (seen === '' && search.exitCode !== 0) return unverified('there is too much to search in ten seconds')
  return holdsIf(seen === '', `of ${own} traces in the verifier's fork, in the agent's: ${seen === '' ? 'none' : seen.replaceAll('\n', ' ')}`)
})
