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
  let pids: readonly number[] = []
  for (let tries = 0; tries < 200 && pids.length === 0; tries++) pids = await sleep(5).then(() => processesOnHost(mark))
  if (pids.length === 0) return unverified('this host does not see the processes of its forks')
  // A launcher on this host may carry the mark as well.
  const namespaces = new Set(pids.map(namespaceOf))
  const found = [...namespaces].filter((each) => each !== null && each !== namespaceOf('self') && each !== namespaceOf(1))
  if (found.length === 0) return namespaces.has(null) ? unverified("this user can't see into which namespaces forks are put") : unsupported('its forks share the processes of this machine, so there is no fork to kill')
  const first = firstOf(found[0]!)
  if (first === null) return unverified("this user can't see the first process of a fork")
  try {
    process.kill(first, 'SIGKILL')
  } catch {
    return unverified("this user can't end the first process of a fork")
  }
  const ends = [await running]
  for (const each of [one, sibling, await fork(start)]) ends.push(await shell(each, each === one ? 'exit 0' : 'exit 7').then(endOf, told))
  return holdsIf(ends.join() === 'unavailable,unavailable,exit 7,exit 7', `the command that ran: ${ends[0]}; the next one there: ${ends[1]}; in a sibling: ${ends[2]}; in a new fork: ${ends[3]}`)
})

function namespaceOf(pid: number | string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`)
  } catch {
    return null
  }
}

/** The pid 1 of a process namespace, by its number on this host. */
function firstOf(namespace: string): number | null {
  const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && namespaceOf(name) === namespace).find((name) => {
    try {
      return /^NSpid:.*\t1$/m.test(readFileSync(`/proc/${name}/status`, 'utf8'))
    } catch {
      return false
    }
  })
  return found === undefined ? null : Number(found)
}
