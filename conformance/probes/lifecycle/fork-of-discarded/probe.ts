// Of a prepared state and of a sealed one.
import { BackendUnavailable } from 'polygraph/contract'
import { defineProbe, holdsIf } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 1, bytes: 1 }

export default defineProbe(async ({ prepare, fork, seal }) => {
  const start = await prepare()
  const states = { prepared: start, sealed: await seal(await fork(start)) }
  const wrong: string[] = []
  for (const [kind, state] of Object.entries(states)) {
    await state.discard()
    const calls = { fork: () => state.fork(), read: () => state.read(['/workspace/x'], BOUNDS), changes: () => state.changes(BOUNDS) }
    // A state that was made wrongly may throw at once.
    for (const [name, call] of Object.entries(calls)) await (async () => call())().then(() => wrong.push(`${name} of a ${kind} state was done`), (thrown: unknown) => thrown instanceof BackendUnavailable || wrong.push(`${name} of a ${kind} state: ${String(thrown)}`))
  }
  return holdsIf(wrong.length === 0, wrong.length === 0 ? 'fork, read and changes of a prepared and a sealed state were refused as BackendUnavailable' : wrong.join('; '))
})
