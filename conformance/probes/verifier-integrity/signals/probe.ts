import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 100, bytes: 100 }
const WAITS = 'echo $$ > pid.new; mv pid.new pid; n=0; while test ! -e stop && test $n -lt 200; do n=$((n + 1)); sleep 0.05; done'

// While the verifier waits, the agent sends signals that do nothing where they arrive.
export default defineProbe(async ({ fork, run, shell, nonce, sleep }) => {
  const one = await fork()
  const place = `${one.policy.workspace}/${nonce()}`
  await one.put([{ path: `${place}/checks`, bytes: Buffer.from('x'), mode: 0o600, owner: 'verifier' }])
  const verifying = shell(one, WAITS, { user: 'verifier', cwd: place })
  let pid = ''
  for (let tries = 0; tries < 60 && pid === ''; tries++) {
    const [read] = await one.get([`${place}/pid`], BOUNDS)
    pid = read?.state === 'file' ? textOf(read.bytes).trim() : ''
    if (pid === '') await sleep(20)
  }
  const tried = await run(one, 'meddle.py', { args: [pid] })
  await one.put([{ path: `${place}/stop`, bytes: Buffer.alloc(0), mode: 0o644, owner: 'verifier' }])
  await verifying
  if (pid === '' || tried.exitCode !== 0) return unverified('the agent could not try')
  const done = textOf(tried.stdout).trim()
  return holdsIf(done === 'none', `of a running verifier's process the agent could: ${done}`)
})
