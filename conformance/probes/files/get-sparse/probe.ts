// A hole takes no disk. Where a tebibyte is refused, the largest that isn't. Its list of changes must come back as well.
import { defineProbe, holdsIf, textOf, unsupported } from 'polygraph/probe'

export default defineProbe(async ({ fork, seal, shell }) => {
  const one = await fork()
  const made = textOf((await shell(one, 'for size in 1T 64G 8G 1G; do printf begin > sparse; truncate -s $size sparse 2>/dev/null && stat -c %s sparse && exit; done; rm -f sparse')).stdout).trim()
  if (made === '') return unsupported('no file of a gibibyte can be made here')
  const path = `${one.policy.workspace}/sparse`
  const bounds = { files: 10, bytesPerFile: 1 << 20, bytes: 1 << 20 }
  const [found] = await one.get([path], bounds)
  const state = await seal(one)
  const change = (await state.changes(bounds)).changes.find((each) => each.path === path)
  const said = found?.state === 'too-large' ? `too large, ${found.size} bytes` : found?.state
  return holdsIf(found?.state === 'too-large' && found.size === Number(made) && change?.size === Number(made), `a file of ${made} bytes is ${said}; in the list of changes it has ${change?.size ?? 'no entry'}`)
})
