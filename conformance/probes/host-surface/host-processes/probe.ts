import { spawn } from 'node:child_process'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// A process of the host carries a word in its command line and environment; the fork searches both, of all it sees.
export default defineProbe(async ({ fork, run, nonce }) => {
  const word = nonce(12)
  const child = spawn('/bin/sh', ['-c', `read line # ${word}`], { stdio: ['pipe', 'ignore', 'ignore'], env: { WORD: word } })
  try {
    const { stdout } = await run(await fork(), 'search.py', { stdin: Buffer.from(word) })
    const found = textOf(stdout).trim()
    return holdsIf(found === '0 of it', `processes in which a fork reads the word of a process of the host: ${found}`)
  } finally {
    child.kill()
  }
})
