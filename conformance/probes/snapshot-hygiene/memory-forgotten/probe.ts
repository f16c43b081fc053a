import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// Asked for in halves, so that the looking program's own memory holds the word nowhere.
export default defineProbe(async ({ prepare, fork, shell, run, seal, nonce }) => {
  const [left, right] = [nonce(), nonce()]
  const one = await fork(await prepare())
  // A shell gives what it starts in the background an empty input, unless told otherwise.
  await shell(one, 'exec 3<&0; python3 -I -c "import os, time; word = os.read(0, 100); open(\'held\', \'w\'); time.sleep(25)" <&3 > /dev/null 2>&1 & for try in $(seq 200); do test -e held && exit 0; sleep 0.05; done', { stdin: Buffer.from(left + right) })
  const halves = { args: [left, right] }
  const own = await run(one, 'look.py', halves)
  if (!textOf(own.stdout).includes('holds it')) return unverified(`memory can't be looked at here: ${endOf(own)}`)
  const look = await run(await fork(await seal(one)), 'look.py', halves)
  return look.exitCode === 0 ? holdsIf(!textOf(look.stdout).includes('holds it'), `looked for the process that held it: ${endOf(look)}`) : unverified(endOf(look))
})
