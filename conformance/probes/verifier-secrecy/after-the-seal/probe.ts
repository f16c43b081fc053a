import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 100, bytes: 100 }

// A process that stays behind waits for a file to appear and copies it. It ends by itself after a few seconds.
const WAITS = '(setsid sh -c \'n=0; while test $n -lt 250; do n=$((n + 1)); test -e "$1" && cp "$1" "$2" && exit; sleep 0.02; done\' sh "$@" < /dev/null > /dev/null 2>&1 &)'

export default defineProbe(async ({ fork, shell, seal, sleep, nonce }) => {
  const [name, word] = [nonce(), nonce(12)]
  const one = await fork()
  const [answers, copy] = [`${one.policy.workspace}/${name}/answers`, `${one.policy.workspace}/${name}-copy`]
  await shell(one, WAITS, { args: [answers, copy] })
  const verifiers = await fork(await seal(one))
  await verifiers.put([{ path: answers, bytes: Buffer.from(word), mode: 0o644, owner: 'verifier' }])
  await sleep(150)
  const [read] = await verifiers.get([copy], BOUNDS)
  const copied = read?.state === 'file' && textOf(read.bytes) === word
  return holdsIf(!copied, `what was put after the seal was ${copied ? 'copied by a process from before it' : 'copied by nobody'}`)
})
