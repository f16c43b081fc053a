import { defineProbe, holdsIf, textOf, unverified, type ProbeContext } from 'polygraph/probe'
import type { Fork } from 'polygraph/contract'

// An ordinary child, one in a session of its own, one that is deaf to signals, and one that was given to pid 1. All end by themselves.
const KINDS = ['child', 'session', 'deaf', 'orphan']
const START = `exec < /dev/null > /dev/null 2>&1
sh -c 'sleep 25; true' "$1-child" &
setsid sh -c 'sleep 25; true' "$1-session" &
sh -c 'trap "" TERM HUP INT; sleep 25; true' "$1-deaf" &
(sh -c 'sleep 25; true' "$1-orphan" &)`

async function alive({ shell }: ProbeContext, fork: Fork, word: string): Promise<readonly string[]> {
  const told = textOf((await shell(fork, 'cat /proc/[0-9]*/cmdline 2> /dev/null | tr "\\0" "\\n"')).stdout)
  return KINDS.filter((kind) => told.includes(`${word}-${kind}`))
}

export default defineProbe(async (context) => {
  const { fork, shell, seal, sleep, nonce } = context
  const word = nonce()
  const one = await fork()
  await shell(one, START, { args: [word] })
  let running = await alive(context, one, word)
  for (let more = 50; running.length < KINDS.length && more > 0; more--) {
    await sleep(100)
    running = await alive(context, one, word)
  }
  if (running.length < KINDS.length) return unverified(`of four only these came up: ${running.join(', ')}`)
  const left = await alive(context, await fork(await seal(one)), word)
  return holdsIf(left.length === 0, left.length === 0 ? 'four ran at the seal, and none runs in a fork of the state' : `these run on in a fork of the state: ${left.join(', ')}`)
})
