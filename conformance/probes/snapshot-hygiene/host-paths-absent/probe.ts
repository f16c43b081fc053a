import { join } from 'node:path'
import { defineProbe, endOf, holdsIf, textOf, unverified } from 'polygraph/probe'

// Where the harness lies, of which these probes are a part.
const HARNESS = join(import.meta.dirname, '..', '..', '..', '..')

// Fields of mountinfo: the path within its file system that a mount shows, where it is, then after " - " type, source, options.
// A bind mount from outside shows the path outside; an overlay the paths of its layers, if it was given them.
const outside = (line: string): boolean => {
  const [before = '', after = ''] = line.split(' - ')
  const [, , , root = '', point = ''] = before.split(' ')
  return !(root === '/' || point.endsWith(root) || !root.slice(1).includes('/')) || /dir=[^,]*\//.test(after)
}

export default defineProbe(async ({ fork, shell, seal }) => {
  const one = await fork()
  await shell(one, 'echo x > act')
  const look = await shell(await fork(await seal(one)), 'cat /proc/self/mountinfo; echo; cat /proc/[0-9]*/cmdline /proc/[0-9]*/environ 2> /dev/null | tr "\\0" "\\n"')
  const [mounts = '', ...rest] = textOf(look.stdout).split('\n\n')
  if (look.exitCode !== 0 || mounts === '') return unverified(`no list of mounts: ${endOf(look)}`)
  const found = [...mounts.split('\n').filter(outside), ...rest.join('\n').split('\n').filter((line) => line.includes(HARNESS))]
  return holdsIf(found.length === 0, found.length === 0 ? `${mounts.split('\n').length} mounts, and no path of the host in them or beside them` : found.join('; ').slice(0, 500))
})
