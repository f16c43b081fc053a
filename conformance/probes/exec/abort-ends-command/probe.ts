// The command leaves a mark at its own end. Whether the call then throws or answers is left open; that it comes back is not.
import { defineProbe, holdsIf, unverified } from 'polygraph/probe'

const LOOK = { files: 1, bytesPerFile: 10, bytes: 10 }

export default defineProbe(async ({ fork, shell, sleep, nonce }) => {
  const one = await fork()
  // A time that nothing else on this machine sleeps.
  const seconds = `2.5${Number.parseInt(nonce(4), 16)}`
  const abort = new AbortController()
  const running = shell(one, 'touch started; sleep "$1"; touch ended', { args: [seconds], signal: abort.signal }).then(() => 'an answer', () => 'an error')
  const path = `${one.policy.workspace}/started`
  for (let tries = 0; (await one.get([path], LOOK))[0]!.state === 'missing'; tries++) {
    if (tries > 400) return unverified('the command did not start within 4 s')
    await sleep(10)
  }
  abort.abort()
  const how = await running
  const ended = (await shell(one, 'test -e ended')).exitCode === 0
  const alive = (await shell(one, 'sleep 0.05; for file in /proc/[0-9]*/cmdline; do tr "\\0" " " < $file; echo; done 2>/dev/null | grep -q "^sleep $1"', { args: [seconds] })).exitCode === 0
  return holdsIf(!ended && !alive, ended ? 'it ran to its end' : `the call came back with ${how}, and ${alive ? 'a process of it still runs' : 'nothing of it runs'}`)
})
