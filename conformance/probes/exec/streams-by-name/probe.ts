// Scripts write to /dev/stderr. Opening it asks for permission to the pipe behind it, which belongs to whoever made it.
import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const wrong: string[] = []
  for (const user of ['agent', 'verifier'] as const) {
    const execution = await shell(one, 'cat < /dev/stdin > /dev/stdout; echo err > /dev/stderr', { user, stdin: Buffer.from('out\n') })
    if (textOf(execution.stdout) !== 'out\n' || textOf(execution.stderr) !== 'err\n') wrong.push(`${user}: ${endOf(execution)}`)
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? 'agent and verifier wrote to both by name, and read stdin by name' : wrong.join('; '))
})
