import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// The agent reads all it may in the fork in which the file was laid, closed to it, and in what processes show.
const SEARCH = 'read word; timeout 10 grep -rlsF -e "$word" /workspace /home /root /tmp /var/tmp /dev/shm /run /var /mnt /opt /srv /etc; test $? != 124'

export default defineProbe(async ({ fork, shell, nonce }) => {
  const one = await fork()
  const [word, path] = [nonce(12), `${one.policy.workspace}/${nonce()}/answers`]
  await one.put([{ path, bytes: Buffer.from(word), mode: 0o600, owner: 'verifier' }])
  // Where both are one user, the file itself is found.
  const search = await shell(one, SEARCH, { stdin: Buffer.from(`${word}\n`) })
  const seen = textOf(search.stdout).split('\n').filter((each) => each !== '' && each !== path)
  if (seen.length === 0 && search.exitCode !== 0) return unverified('there is too much to search in ten seconds')
  return holdsIf(seen.length === 0, `copies of a file that was put, to be read by the agent: ${seen.join(' ') || 'none'}`)
})
