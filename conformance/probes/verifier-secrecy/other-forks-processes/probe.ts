import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 100, bytes: 100 }
const WAITS = 'exec 3< answers; printf %s "$1" | python3 -I -c "$2" > own; : > ready; n=0; while test ! -e stop && test $n -lt 200; do n=$((n + 1)); sleep 0.05; done'

// The verifier is given a word in five ways. From beside it the search finds them, so that there is something to find; while it
// waits, the agent searches all that its own fork's /proc has.
export default defineProbe(async ({ fork, run, shell, file, nonce, sleep }) => {
  const [agents, verifiers] = [await fork(), await fork()]
  const [word, search] = [nonce(12), textOf(await file('search.py'))]
  const place = `${verifiers.policy.workspace}/${word}`
  await verifiers.put([{ path: `${place}/answers`, bytes: Buffer.from(word), mode: 0o644, owner: 'verifier' }])
  const verifying = shell(verifiers, WAITS, { user: 'verifier', cwd: place, args: [word, search], env: { PATH: '/usr/bin:/bin', WORD: word }, stdin: Buffer.from(word) })
  for (let tries = 0; tries < 60 && (await verifiers.get([`${place}/ready`], BOUNDS))[0]?.state !== 'file'; tries++) await sleep(20)
  const seen = textOf((await run(agents, 'search.py', { stdin: Buffer.from(word) })).stdout).trim()
  await verifiers.put([{ path: `${place}/stop`, bytes: Buffer.alloc(0), mode: 0o644, owner: 'verifier' }])
  await verifying
  const [read] = await verifiers.get([`${place}/own`], BOUNDS)
  const own = read?.state === 'file' ? textOf(read.bytes).trim() : ''
  if (own === '') return unverified('the word was not to be found beside the verifier itself')
  return holdsIf(seen === '', `beside the verifier the word is in ${own}; in the agent's fork in ${seen || 'nothing'}`)
})
