// Root of a fork puts liars in the place of every program that a reader might use; the reader must not have asked them.
import { existsSync } from 'node:fs'
import { defineProbe, holdsIf, textOf, unsupported } from 'polygraph/probe'

const SCRIPT = `cp /bin/dash /usr/bin/keep; printf '#!/usr/bin/keep\\necho forged\\n' > /usr/bin/liar; chmod +x /usr/bin/liar; echo true > file
for name in cat tar find stat head dd cp base64 ls od test '[' bash python3 python3.11 sh dash env; do for dir in /usr/bin /bin; do test -e $dir/$name && ln -sf /usr/bin/liar $dir/$name; done; done; :`

export default defineProbe(async ({ backend, prepare, fork, seal, shell, nonce }) => {
  const readiness = await backend.readiness()
  if (!readiness.ready || !readiness.promises.rootOfFork) return unsupported('its forks have no root')
  const start = await prepare()
  const [one, other] = [await fork(start), await fork(start)]
  // Before any program is replaced: what is written there must be nowhere but in this fork.
  const mark = `/usr/bin/mark-${nonce()}`
  const made = await shell(one, 'echo > "$1"', { user: 'root', args: [mark] })
  const [here, there] = [existsSync(mark), (await shell(other, 'test -e "$1"', { args: [mark] })).exitCode === 0]
  await shell(one, 'rm -f "$1"', { user: 'root', args: [mark] })
  if (made.exitCode !== 0 || here || there) return unsupported(`root of a fork ${here || there ? 'writes on more than its fork' : 'may not write to /usr/bin'}, so nothing is replaced`)
  await shell(one, SCRIPT, { user: 'root' })
  const liar = textOf((await shell(one, 'cat file', { user: 'root' })).stdout).trim()
  const path = `${one.policy.workspace}/file`
  const bounds = { files: 1, bytesPerFile: 100, bytes: 100 }
  const before = await one.get([path], bounds)
  const after = await (await seal(one)).read([path], bounds)
  const said = [...before, ...after].map((each) => each.state === 'file' ? textOf(each.bytes).trim() : each.state)
  return holdsIf(said.join() === 'true,true', `the state's own programs say ${liar || 'nothing'}; read before and after the seal: ${said.join(', ')}`)
})
