import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const file = (path: string, word: string) => ({ path, bytes: Buffer.from(word), mode: 0o600, owner: 'verifier' as const })

// One file is closed itself (0600), one lies in a folder that is (0700).
export default defineProbe(async ({ fork, shell, nonce }) => {
  const one = await fork()
  const [word, place] = [nonce(12), `${one.policy.workspace}/${nonce()}`]
  await one.put([file(`${place}/closed`, word), file(`${place}/folder/inside`, word)])
  const own = await shell(one, 'chmod 0700 folder && chmod 0644 folder/inside && cat closed folder/inside', { cwd: place, user: 'verifier' })
  if (textOf(own.stdout) !== word + word) return unverified('the verifier can not read its own files')
  const tries = { read: 'cat closed', link: 'ln closed mine && cat mine', list: 'ls folder', 'read inside': 'cat folder/inside', open: 'chmod 0777 folder', move: 'mv folder other' }
  const done: string[] = []
  for (const [name, script] of Object.entries(tries)) if ((await shell(one, script, { cwd: place })).exitCode === 0) done.push(name)
  return holdsIf(done.length === 0, `of ${Object.keys(tries).length} tries (${Object.keys(tries).join(', ')}), the agent could: ${done.join(', ') || 'none'}`)
})
