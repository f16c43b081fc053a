import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

// The probe makes a shared segment and a queue on the host under a key of its own; the fork looks both up by that key.
export default defineProbe(async ({ fork, run, file, nonce }) => {
  const key = String(0x50000000 + Number.parseInt(nonce(3), 16))
  const program = Buffer.from(await file('ipc.py')).toString()
  const host = (what: string): Promise<{ stdout: string }> => promisify(execFile)('/usr/bin/python3', ['-I', '-c', program, what, key])
  try {
    await host('make')
  } catch {
    return unverified('this host has no python3 to make them with, or no System V IPC')
  }
  try {
    const seen = textOf((await run(await fork(), 'ipc.py', { args: ['find', key] })).stdout).trim()
    return holdsIf(seen === 'found: nothing', seen)
  } finally {
    await host('remove')
  }
})
