import { besideVerifier, defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// While the verifier waits, the agent tries to set what is set already, and opens its memory without writing.
export default defineProbe(async (context) => {
  const tried = await besideVerifier(context, (fork, pid) => context.run(fork, 'meddle.py', { args: [pid] }))
  if (tried?.exitCode !== 0) return unverified('the agent could not try')
  const done = textOf(tried.stdout).trim()
  return holdsIf(done === 'none', `of a running verifier's process the agent could: ${done}`)
})
