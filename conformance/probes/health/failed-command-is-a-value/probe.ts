// Exit codes, signals, a program that is not there, arguments that the kernel refuses, a closed stdin, a crash, a time-out.
import { defineProbe, holdsIf, type RunOptions } from 'polygraph/probe'

const COMMANDS: readonly (readonly [string, readonly string[], RunOptions?])[] = [
  ['exit 255', ['/bin/sh', '-c', 'exit 255']], ['a kill', ['/bin/sh', '-c', 'kill -9 $$']], ['no such program', ['/nowhere/none']], ['a directory', ['/usr']],
  ['too long an argument', ['/bin/true', 'x'.repeat(200_000)]], ['no such directory', ['/bin/true'], { cwd: '/nowhere' }],
  ['a crash', ['/bin/sh', '-c', 'kill -SEGV $$']], ['a time-out', ['/bin/sleep', '9'], { wallSeconds: 0.2 }],
]

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const wrong: string[] = []
  for (const [what, argv, options] of COMMANDS) await exec(one, argv, options).then(({ exitCode }) => exitCode === 0 && wrong.push(`${what} was told as a success`), (thrown: Error) => wrong.push(`${what}: ${thrown.message}`))
  return holdsIf(wrong.length === 0, wrong.length === 0 ? `${COMMANDS.length} kinds of failure came as values` : wrong.join('; '))
})
