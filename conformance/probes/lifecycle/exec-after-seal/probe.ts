// What could still be written after a seal would be graded without having been sealed.
import { BackendUnavailable } from 'polygraph/contract'
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  const path = `${one.policy.workspace}/late`
  const state = await seal(one)
  const calls = { exec: () => shell(one, 'echo x > late'), put: () => one.put([{ path, bytes: Buffer.from('x'), mode: 0o644, owner: 'agent' }]), get: () => one.get([path], { files: 1, bytesPerFile: 1, bytes: 1 }), seal: () => one.seal() }
  const wrong: string[] = []
  for (const [name, call] of Object.entries(calls)) await call().then(() => wrong.push(`${name} was done`), (thrown: unknown) => thrown instanceof BackendUnavailable || wrong.push(`${name}: ${String(thrown)}`))
  const [late] = await state.read([path], { files: 1, bytesPerFile: 1, bytes: 1 })
  return holdsIf(wrong.length === 0 && late?.state === 'missing', wrong.length === 0 ? 'exec, put, get and a second seal were refused as BackendUnavailable' : wrong.join('; '))
})
