import { defineProbe, holdsIf, unverified } from 'polygraph/probe'

const BOUNDS = { files: 10, bytesPerFile: 1000, bytes: 10_000 }

export default defineProbe(async ({ prepare, fork, shell, seal }) => {
  const file = (name: string) => `/workspace/${name}`
  const start = await prepare(['changed', 'deleted'].map((name) => ({ path: file(name), bytes: Buffer.from('before'), mode: 0o644, owner: 'agent' as const })))
  const one = await fork(start)
  const { exitCode } = await shell(one, 'echo after > changed && rm deleted && echo new > added')
  if (exitCode !== 0) return unverified('the fork could not write')
  const told = async (): Promise<string> => (await start.read([file('changed'), file('deleted'), file('added')], BOUNDS))
    .map((each) => each.state === 'file' ? Buffer.from(each.bytes).toString().trim() : each.state).join(', ')
  const [during, after] = [await told(), await seal(one).then(told)]
  return holdsIf([during, after].every((text) => text === 'before, before, missing'), `changed, deleted and added file in the parent: ${during}; once the fork was sealed: ${after}`)
})
