import { defineProbe, endOf, holdsIf, textOf, unsupported, unverified } from 'polygraph/probe'

// Such a file has no name, but every descriptor of a process has one in /proc.
export default defineProbe(async ({ prepare, fork, shell, seal, nonce }) => {
  const word = nonce(16)
  const one = await fork(await prepare())
  const left = await shell(one, MAKE, { stdin: Buffer.from(word) })
  if (left.exitCode === 77) return unsupported(textOf(left.stdout).trim())
  const own = await shell(one, LOOK)
  if (left.exitCode !== 0 || !textOf(own.stdout).includes(word)) return unverified(`it is not there in its own fork: ${endOf(left)}; ${endOf(own)}`)
  const look = await shell(await fork(await seal(one)), LOOK)
  return holdsIf(!textOf(look.stdout).includes(word), textOf(look.stdout).includes(word) ? 'a fork of the sealed state has it' : 'it was there in its own fork, and is not in one of the sealed state')
})

const MAKE = `cat > open; (exec 5< open; rm open; exec sleep 25) < /dev/null > /dev/null 2>&1 & for try in $(seq 200); do test -e open || exit 0; sleep 0.05; done; exit 1`

const LOOK = `for each in /proc/[0-9]*/fd/5; do test -f "$each" && timeout 5 head -c 64 "$each"; done 2> /dev/null`
