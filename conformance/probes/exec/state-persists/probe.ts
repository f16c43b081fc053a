// The second command speaks to a process of the first one, through a FIFO that the first one made.
import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'echo kept > file; mkfifo ask answer; (read word < ask; echo "heard $word" > answer) > /dev/null 2>&1 &')
  const execution = await shell(one, 'cat file && test -p ask && echo hello > ask && cat answer', { wallSeconds: 6 })
  return holdsIf(textOf(execution.stdout) === 'kept\nheard hello\n', `a file, and a process behind a FIFO: ${endOf(execution)}`)
})
