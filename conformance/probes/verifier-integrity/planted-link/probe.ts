import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const PLANT = 'mkdir -p checks mine; echo mine > mine/target; ln -s ../mine/target checks/symbolic; ln mine/target checks/hard; ln -s ../mine/not-there checks/dangling; ln -s ../mine checks/folder'
const LOOK = 'cat mine/target; for f in symbolic hard dangling folder/inside; do test -f checks/$f -a ! -L checks/$f && cat checks/$f; done; ls mine'

// At a place of the agent's own choice: links of both kinds, one that leads nowhere and one in the place of a folder.
export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const { workspace } = one.policy
  await shell(one, PLANT)
  const laid = ['symbolic', 'hard', 'dangling'].map((name) => ({ path: `${workspace}/checks/${name}`, bytes: Buffer.from(`${name}\n`), mode: 0o644, owner: 'verifier' as const }))
  await one.put(laid)
  // A link in the place of a folder may be replaced or refused, as long as nothing goes through it.
  await one.put([{ path: `${workspace}/checks/folder/inside`, bytes: Buffer.from('inside\n'), mode: 0o644, owner: 'verifier' }]).catch(() => {})
  const seen = textOf((await shell(one, LOOK)).stdout).trim().split('\n')
  const right = ['mine', 'symbolic', 'hard', 'dangling']
  const kept = right.every((word, place) => seen[place] === word) && seen.at(-1) === 'target' && !seen.slice(seen.indexOf('dangling') + 1, -1).some((word) => word !== 'inside')
  return holdsIf(kept, kept ? 'files stand in the place of four links, what the links led to is as it was' : `what was to be seen after the files were laid: ${seen.join(', ')}`)
})
