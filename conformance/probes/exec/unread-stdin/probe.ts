// A mebibyte fills a pipe many times over: whoever writes it before waiting hangs, or dies of a closed pipe.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const stdin = Buffer.alloc(1 << 20, 'x')
  const ends = [await shell(one, 'exit 3', { stdin }), await shell(one, 'head -c 1 > /dev/null; exit 4', { stdin }), await shell(one, 'exec <&-; exit 5', { stdin })]
  return holdsIf(ends.map(({ exitCode }) => exitCode).join(' ') === '3 4 5', `never read, one byte read, closed at once: ${ends.map(endOf).join('; ')}`)
})
