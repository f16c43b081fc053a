import { defineProbe, endOf, holdsIf, textOf, unsupported, unverified } from 'polygraph/probe'

// It is memory: what a state keeps is files. Where nothing ends with the seal it is removed after a while.
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

const MAKE = `test -w /dev/shm || { echo "/dev/shm can not be written here"; exit 77; }; cat > /dev/shm/left-$$; (sleep 20; rm -f /dev/shm/left-$$) < /dev/null > /dev/null 2>&1 &`

const LOOK = `cat /dev/shm/left-* 2> /dev/null`
