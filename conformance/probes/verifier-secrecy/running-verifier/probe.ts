import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 100, bytes: 100 }

// The verifier's process writes down its number and waits; first it looks at itself from a second process, then the agent does.
export default defineProbe(async ({ fork, run, shell, nonce, sleep }) => {
  const one = await fork()
  const place = `${one.policy.workspace}/${nonce()}`
  await one.put([{ path: `${place}/answers`, bytes: Buffer.from('x'), mode: 0o600, owner: 'verifier' }])
  const waits = 'exec 3< answers; echo $$ > pid.new; mv pid.new pid; n=0; while test ! -e stop && test $n -lt 200; do n=$((n + 1)); sleep 0.05; done'
  const verifying = shell(one, waits, { user: 'verifier', cwd: place, stdin: Buffer.from('x') })
  let pid = ''
  for (let tries = 0; tries < 60 && pid === ''; tries++) {
    const [read] = await one.get([`${place}/pid`], BOUNDS)
    pid = read?.state === 'file' ? textOf(read.bytes).trim() : ''
    if (pid === '') await sleep(20)
  }
  const look = async (user: 'agent' | 'verifier'): Promise<string> => textOf((await run(one, 'look.py', { user, args: [pid] })).stdout).trim()
  const [own, seen] = [await look('verifier'), await look('agent')]
  await one.put([{ path: `${place}/stop`, bytes: Buffer.alloc(0), mode: 0o644, owner: 'verifier' }])
  await verifying
  if (own === '') return unverified('the verifier can not look at its own process')
  return holdsIf(seen === '', `open to the verifier itself: ${own}; to the agent: ${seen || 'none of it'}`)
})
