// The fork's pid 1 is found by the process namespace of a command that carries a mark, and only where that is not our own.
import { readFileSync, readlinkSync, readdirSync } from 'node:fs'
import { BackendUnavailable } from 'polygraph/contract'
import { defineProbe, endOf, holdsIf, processesOnHost, unsupported, unverified } from 'polygraph/probe'

const told = (thrown: unknown): string => thrown instanceof BackendUnavailable ? 'unavailable' : String(thrown)

export default defineProbe(async ({ prepare, fork, shell, sleep, nonce }) => {
  const mark = nonce(16)
  const start = await prepare()
  const [one, sibling] = [await fork(start), await fork(start)]
  const running = shell(one, 'sleep 15; exit 42', { args: [mark] }).then(endOf, told)
  let pid: number | undefined
  for (let tries = 0; tries < 200 && pid === undefined; tries++) [pid] = await sleep(5).then(() => processesOnHost(mark))
  if (pid === undefined) return unverified('this host does not see the processes of its forks')
  const first = firstOf(pid)
  if (first === 'ours') return unsupported('its forks share the processes of this machine, so there is no fork to kill')
  if (first === null) return unverified("this user can't see or end the first process of a fork")
  try {
    process.kill(first, 'SIGKILL')
  } catch {
    return unverified("this user can't end the first process of a fork")
  }
  const ends = [await running]
  for (const each of [one, sibling, await fork(start)]) ends.push(await shell(each, each === one ? 'exit 0' : 'exit 7').then(endOf, told))
  return holdsIf(ends.join() === 'unavailable,unavailable,exit 7,exit 7', `the command that ran: ${ends[0]}; the next one there: ${ends[1]}; in a sibling: ${ends[2]}; in a new fork: ${ends[3]}`)
})

/** The pid 1 of the process namespace that a process is in, by its number on this host. */
function firstOf(pid: number): number | 'ours' | null {
  const namespace = (each: number | 'self'): string | null => {
    try {
      return readlinkSync(`/proc/${each}/ns/pid`)
    } catch {
      return null
    }
  }
  const wanted = namespace(pid)
  if (wanted === null) return null
  if (wanted === namespace('self') || wanted === namespace(1)) return 'ours'
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((each) => {
    try {
      return namespace(each) === wanted && /^NSpid:.*\t1$/m.test(readFileSync(`/proc/${each}/status`, 'utf8'))
    } catch {
      return false
    }
  })
  return found.length === 1 ? found[0]! : null
}
