import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// A folder of the host, open to everybody, holds a word; the fork reads it by its path and leaves a file beside it.
export default defineProbe(async ({ fork, shell, nonce }) => {
  const word = nonce(12)
  const folder = await mkdtemp(join(tmpdir(), 'polygraph-open-'))
  try {
    await writeFile(join(folder, 'word'), word, { mode: 0o644 })
    await chmod(folder, 0o777)
    const { stdout } = await shell(await fork(), 'cat "$1/word"; echo x > "$1/left"', { args: [folder] })
    const read = textOf(stdout).includes(word)
    const written = (await readdir(folder)).includes('left')
    return holdsIf(!read && !written, `a file of the host was ${read ? 'read' : 'not read'}, its folder ${written ? 'written' : 'not written'}`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
