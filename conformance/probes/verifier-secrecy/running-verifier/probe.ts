import { besideVerifier, defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// The verifier first looks at its own process from a second one, then the agent does.
export default defineProbe(async (context) => {
  const seen = await besideVerifier(context, async (fork, pid) => {
    const look = async (user: 'agent' | 'verifier'): Promise<string> => textOf((await context.run(fork, 'look.py', { user, args: [pid] })).stdout).trim()
    return { own: await look('verifier'), agents: await look('agent') }
  })
  if (seen === null || seen.own === '') return unverified('the verifier can not look at its own process')
  return holdsIf(seen.agents === '', `open to the verifier itself: ${seen.own}; to the agent: ${seen.agents || 'none of it'}`)
})
