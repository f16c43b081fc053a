import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

const BOUNDS = { files: 1000, bytesPerFile: 1 << 20, bytes: 8 << 20 }

// One file was there from the start, the other came and went in the fork.
export default defineProbe(async ({ prepare, fork, shell, seal, nonce }) => {
  const word = nonce(16)
  const [old, brief] = ['/workspace/old', '/workspace/brief']
  const one = await fork(await prepare([{ path: old, bytes: Buffer.from(word), mode: 0o644, owner: 'agent' }]))
  const gone = await shell(one, 'cat old > brief && cat brief && rm old brief')
  if (gone.exitCode !== 0 || textOf(gone.stdout) !== word) return unverified(`they could not be made and deleted: ${endOf(gone)}`)
  const state = await seal(one)
  const read = await state.read([old, brief], BOUNDS)
  const { changes } = await state.changes(BOUNDS)
  const listed = changes.filter(({ path, change }) => path === brief || (path === old && change !== 'deleted')).map(({ path, change }) => `${path} ${change}`)
  const look = await shell(await fork(state), 'word=$(mktemp -p /dev/shm) && cat > "$word"; timeout 8 grep -rlsaF -D skip -f "$word" . "$HOME" /tmp /var/tmp; found=$?; rm "$word"; exit $found', { stdin: Buffer.from(word) })
  // grep ends with 1 where it finds nothing, and timeout with 124 where it takes too long.
  if (look.exitCode !== 0 && look.exitCode !== 1) return unverified(`too much to look through in 8 s: ${endOf(look)}`)
  const found = [...read.filter(({ state: how }) => how !== 'missing').map(({ path }) => `read gives ${path}`), ...listed.map((each) => `changes lists ${each}`), ...textOf(look.stdout).split('\n').filter((line) => line !== '').map((line) => `a fork has ${line}`)]
  return holdsIf(found.length === 0, found.length === 0 ? 'neither read nor changes nor a fork has anything of it' : found.join(', '))
})
