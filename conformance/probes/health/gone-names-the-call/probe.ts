// Every call of a fork and of a state after their discard; `during` says which one failed.
import { BackendUnavailable } from 'polygraph/contract'
import { defineProbe, holdsIf } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 1, bytes: 1 }

export default defineProbe(async ({ prepare, fork, shell }) => {
  const start = await prepare()
  const one = await fork(start)
  await one.discard()
  await start.discard()
  const calls = {
    exec: () => shell(one, 'true'), put: () => one.put([{ path: '/workspace/x', bytes: new Uint8Array(), mode: 0o644, owner: 'agent' }]), get: () => one.get(['/workspace/x'], BOUNDS),
    seal: () => one.seal(), fork: () => start.fork(), read: () => start.read(['/workspace/x'], BOUNDS), changes: () => start.changes(BOUNDS),
  }
  const wrong: string[] = []
  for (const [name, call] of Object.entries(calls)) {
    await (async () => call())().then(() => wrong.push(`${name} was done`), (thrown: unknown) => {
      if (!(thrown instanceof BackendUnavailable)) wrong.push(`${name} threw ${String(thrown)}`)
      else if (thrown.during !== name) wrong.push(`${name} called itself ${thrown.during}`)
    })
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? 'seven calls failed as BackendUnavailable, each by its own name' : wrong.join('; '))
})
