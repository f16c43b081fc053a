import { defineProbe, holdsIf, textOf, unverified } from 'polygraph/probe'

const BOUNDS = { files: 1, bytesPerFile: 1 << 20, bytes: 1 << 20 }
const WRITES = '(setsid sh -c \'n=0; while test $n -lt 500; do n=$((n + 1)); echo $n > late; sleep 0.005; done\' < /dev/null > /dev/null 2>&1 &); while test ! -s late; do sleep 0.01; done'

// The sealed file is read twice with a while between, and once more in a fork of the state.
export default defineProbe(async ({ fork, shell, seal, sleep }) => {
  const one = await fork()
  await shell(one, WRITES)
  const sealed = await seal(one)
  const path = `${one.policy.workspace}/late`
  const read = async (from: { get?: typeof one.get; read?: typeof sealed.read }): Promise<string> => {
    const [file] = await (from.read ?? from.get)!([path], BOUNDS)
    return file?.state === 'file' ? textOf(file.bytes).trim() : file?.state ?? 'nothing'
  }
  const first = await read(sealed)
  if (first === 'missing') return unverified('the writer wrote nothing before the seal')
  await sleep(60)
  const [second, third] = [await read(sealed), await read(await fork(sealed))]
  return holdsIf(first === second && second === third, `read in the sealed state: ${first}, later: ${second}, in a fork of it: ${third}`)
})
