// Files inside and outside of what a fork may keep (/dev/shm is gone with each fork): each has to be in the fork, or its state must not be made.
import { BackendUnavailable } from 'polygraph/contract'
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ prepare, fork, nonce }) => {
  const name = nonce()
  const said: string[] = []
  let dropped = 0
  for (const folder of ['/workspace', '/home/agent', '/tmp', '/dev/shm']) {
    const path = `${folder}/${name}`
    const state = await prepare([{ path, bytes: Buffer.from('x'), mode: 0o644, owner: 'agent' }]).catch((thrown: unknown) => { if (!(thrown instanceof BackendUnavailable)) throw thrown; return null })
    const [found] = state === null ? [] : await (await fork(state)).get([path], { files: 1, bytesPerFile: 1, bytes: 1 })
    const how = state === null ? 'refused' : found!.state === 'file' ? 'there' : 'dropped'
    if (how === 'dropped') dropped += 1
    said.push(`${folder} ${how}`)
  }
  return holdsIf(dropped === 0, said.join(', '))
})
