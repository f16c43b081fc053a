// A file with three names, one of them elsewhere, and one with a single name.
import { defineProbe, holdsIf } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  await shell(one, 'echo x > single; echo x > a; ln a b; mkdir sub; ln a sub/c')
  const links = (await one.get(['single', 'a', 'sub/c'].map((name) => `${one.policy.workspace}/${name}`), { files: 10, bytesPerFile: 10, bytes: 100 })).map((each) => each.state === 'file' ? each.links : each.state)
  return holdsIf(links.join() === '1,3,3', `a single name and two of three: ${links.join(', ')}`)
})
