import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 100, bytes: 100 }

// A process of the agent's opens the file, waits for what it was told to wait for, and writes through what it holds.
const HOLD = '(setsid sh -c \'exec 3<> checks; : > held; n=0; while test ! -e go && test $n -lt 250; do n=$((n + 1)); sleep 0.02; done; echo forged >&3; : > written\' < /dev/null > /dev/null 2>&1 &); while test ! -e held; do sleep 0.01; done'

export default defineProbe(async ({ fork, shell, sleep }) => {
  const one = await fork()
  const { workspace } = one.policy
  await shell(one, `echo mine > checks; ${HOLD}`)
  await one.put([{ path: `${workspace}/checks`, bytes: Buffer.from('checks of the verifier\n'), mode: 0o644, owner: 'verifier' }])
  await shell(one, ': > go')
  let written = false
  for (let tries = 0; tries < 25 && !written; tries++) {
    written = (await one.get([`${workspace}/written`], BOUNDS))[0]?.state === 'file'
    if (!written) await sleep(40)
  }
  if (!written) return unverified('the process that holds the descriptor did not come to write')
  const [read] = await one.get([`${workspace}/checks`], BOUNDS)
  const text = read?.state === 'file' ? textOf(read.bytes).trim() : read?.state ?? 'nothing'
  return holdsIf(text === 'checks of the verifier', `the agent wrote through its descriptor; the file that was laid reads: ${text}`)
})
