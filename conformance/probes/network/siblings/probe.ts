import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 100, bytes: 100 }

// One fork listens on its loopback and on an abstract socket, and has reached both itself before it says so in a file.
export default defineProbe(async ({ fork, run, nonce, sleep }) => {
  const name = `probe-${nonce()}`
  const [one, other] = [await fork(), await fork()]
  const path = (file: string): string => `${one.policy.workspace}/${name}-${file}`
  const listening = run(one, 'listen.py', { args: [name] })
  let port = ''
  for (let tries = 0; tries < 60 && port === ''; tries++) {
    const [read] = await one.get([path('port')], BOUNDS)
    port = read?.state === 'file' ? textOf(read.bytes) : ''
    if (port === '') await sleep(20)
  }
  const reached = textOf((await run(other, 'reach-listeners.py', { args: [name, port || '1'] })).stdout).trim()
  await one.put([{ path: path('stop'), bytes: Buffer.alloc(0), mode: 0o644, owner: 'agent' }])
  const { exitCode } = await listening
  if (port === '' || exitCode !== 0) return unverified('a fork could not listen, or not reach itself')
  return holdsIf(reached === 'neither', `of two listeners that a fork reaches itself, its sibling reaches ${reached}`)
})
