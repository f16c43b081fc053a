// Asks the kernel who it is. Root of a user namespace may have another number, so the effective capabilities are looked at too.
import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

const SCRIPT = 'echo $(id -u) $(id -g) $(id -G) / $(stat -c %u "$HOME" .) / $(grep CapEff /proc/self/status | cut -f2)'

export default defineProbe(async ({ fork, shell }) => {
  const execution = await shell(await fork(), SCRIPT, { user: 'agent' })
  const [ids = '', owners = '', capabilities = ''] = textOf(execution.stdout).trim().split(' / ')
  const [user, ...groups] = ids.split(' ')
  const good = user !== '0' && !groups.includes('0') && owners.split(' ').every((owner) => owner === user) && /^0+$/.test(capabilities)
  return holdsIf(good, `user ${user}, groups ${groups.join(' ')}, owners of HOME and workspace ${owners}, capabilities ${capabilities}${execution.exitCode === 0 ? '' : `; ${endOf(execution)}`}`)
})
