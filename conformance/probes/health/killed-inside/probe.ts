// kill -1 reaches all that its caller may signal, so it is tried only where the fork's processes are surely not this machine's:
// in a process namespace or on a kernel other than this program's.
import { readFileSync, readlinkSync } from 'node:fs'
import { defineProbe, endOf, holdsIf, textOf, unsupported } from 'polygraph/probe'

const BOOT = '/proc/sys/kernel/random/boot_id'

export default defineProbe(async ({ prepare, fork, seal, shell }) => {
  const start = await prepare()
  const one = await fork(start)
  const [namespace = '', boot = ''] = textOf((await shell(one, `readlink /proc/self/ns/pid; cat ${BOOT}`)).stdout).trim().split('\n')
  const apart = namespace.startsWith('pid:') && boot !== '' && (namespace !== readlinkSync('/proc/self/ns/pid') || boot !== readFileSync(BOOT, 'utf8').trim())
  if (!apart) return unsupported('its forks share the processes of this machine, so nothing is killed')
  await shell(one, 'sleep 20 > /dev/null 2>&1 &')
  const how = endOf(await shell(one, 'kill -9 -1; kill -9 1; kill -9 $$'))
  const wrong: string[] = []
  await seal(one).catch((thrown: Error) => wrong.push(`the seal: ${thrown.message}`))
  const next = await (async () => shell(await fork(start), 'exit 7'))().then(({ exitCode }) => exitCode, (thrown: Error) => thrown.message)
  if (next !== 7) wrong.push(`a command in the next fork: ${next}`)
  return holdsIf(wrong.length === 0, `the killer ended with ${how}; ${wrong.length === 0 ? 'its fork was sealed and the next one worked' : wrong.join('; ')}`)
})
