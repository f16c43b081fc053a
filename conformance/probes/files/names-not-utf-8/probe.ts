// The contract writes such bytes as lone surrogates, U+DC80 to U+DCFF. One name is made by the fork, one by the harness.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const [made, laid] = [`${one.policy.workspace}/made-\udcff\udc80`, `${one.policy.workspace}/laid-\udcc3(`]
  await exec(one, ['/usr/bin/python3', '-I', '-c', 'open(b"made-\\xff\\x80", "w").write("made")'])
  await one.put([{ path: laid, bytes: Buffer.from('laid'), mode: 0o644, owner: 'agent' }])
  const inside = textOf((await exec(one, ['/usr/bin/python3', '-I', '-c', 'print(open(b"laid-\\xc3(").read())'])).stdout).trim()
  const back = (await one.get([made, laid], { files: 2, bytesPerFile: 10, bytes: 100 })).map((each) => each.state === 'file' ? textOf(each.bytes) : each.state)
  return holdsIf(inside === 'laid' && back.join() === 'made,laid', `in the fork the laid one is ${inside === 'laid' ? 'there' : 'not there'}; came back: ${back.join(' and ')}`)
})
