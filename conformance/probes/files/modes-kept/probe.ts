// The umask of whoever lays them would take bits away from 0666 and 0777.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const MODES = [0o400, 0o444, 0o600, 0o640, 0o644, 0o666, 0o755, 0o777]

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const paths = MODES.map((mode) => `${one.policy.workspace}/mode-${mode.toString(8)}`)
  await one.put(MODES.map((mode, place) => ({ path: paths[place]!, bytes: Buffer.from('x'), mode, owner: 'agent' })))
  const inside = textOf((await shell(one, 'stat -c %a "$@"', { args: paths })).stdout).trim().split('\n')
  const back = (await one.get(paths, { files: 10, bytesPerFile: 10, bytes: 100 })).map((each) => each.state === 'file' ? each.mode.toString(8) : each.state)
  const asked = MODES.map((mode) => mode.toString(8)).join(' ')
  return holdsIf(inside.join(' ') === asked && back.join(' ') === asked, `asked ${asked}; the fork says ${inside.join(' ')}; came back ${back.join(' ')}`)
})
