import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// A folder of the host that is closed to everybody but its owner.
export default defineProbe(async ({ fork, shell, nonce }) => {
  const word = nonce(12)
  const folder = await mkdtemp(join(tmpdir(), 'polygraph-closed-'))
  try {
    await writeFile(join(folder, 'word'), word, { mode: 0o600 })
    const { stdout } = await shell(await fork(), 'cat "$1/word" "/proc/1/root$1/word"; : > "$1/left"', { args: [folder], user: 'root' })
    const [read, written] = [textOf(stdout).includes(word), (await readdir(folder)).includes('left')]
    return holdsIf(!read && !written, `root of a fork ${read ? 'read' : 'did not read'} a closed file of the host and ${written ? 'wrote' : 'did not write'} beside it`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
