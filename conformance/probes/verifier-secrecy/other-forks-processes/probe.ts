import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 100, bytes: 100 }

// While the verifier waits, the agent searches all that its own fork's /proc has for a word that the verifier was given in five ways.
export default defineProbe(async ({ fork, run, shell, nonce, sleep }) => {
  const [word, place] = [nonce(12), `/var/tmp/${nonce()}`]
  const [agents, verifiers] = [await fork(), await fork()]
  await verifiers.put([{ path: `${place}/${word}/answers`, bytes: Buffer.from(word), mode: 0o644, owner: 'verifier' }])
  const waits = 'exec 3< answers; touch ready; n=0; while test ! -e stop && test $n -lt 200; do n=$((n + 1)); sleep 0.05; done'
  const verifying = shell(verifiers, waits, { user: 'verifier', cwd: `${place}/${word}`, args: [word], env: { PATH: '/usr/bin:/bin', WORD: word }, stdin: Buffer.from(word) })
  const path = `${place}/${word}/ready`
  for (let tries = 0; tries < 200 && (await verifiers.get([path], BOUNDS))[0]?.state !== 'file'; tries++) await sleep(10)
  const search = async (where: typeof agents, user: 'agent' | 'verifier'): Promise<string> => textOf((await run(where, 'search.py', { user, stdin: Buffer.from(word) })).stdout).trim()
  const [own, seen] = [await search(verifiers, 'verifier'), await search(agents, 'agent')]
  await verifiers.put([{ path: `${place}/${word}/stop`, bytes: Buffer.alloc(0), mode: 0o644, owner: 'verifier' }])
  await verifying
  if (own === '') return unverified('the word was not to be found in the verifier\'s own fork')
  return holdsIf(seen === '', `in the verifier's fork the word is in ${own}; in the agent's in ${seen || 'nothing'}`)
})
