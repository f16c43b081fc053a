/** What installation scripts and an administrator would have set up: users, names, a few files in /etc. */
import { chmod, mkdir, rm, symlink, writeFile, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Numeric ids of the users inside every environment. */
export const AGENT = { name: 'agent', uid: 1000, gid: 1000, home: '/home/agent' } as const
export const VERIFIER = { name: 'verifier', uid: 1001, gid: 1001, home: '/home/verifier' } as const

const SYSTEM = [
  { name: 'root', uid: 0, gid: 0, home: '/root', shell: '/bin/bash' },
  { name: 'daemon', uid: 1, gid: 1, home: '/usr/sbin', shell: '/usr/sbin/nologin' },
  { name: 'nobody', uid: 65534, gid: 65534, home: '/nonexistent', shell: '/usr/sbin/nologin' },
]
const GROUPS_OF_DEVICES = [['tty', 5], ['utmp', 43], ['staff', 50]] as const

const FILES: Record<string, string> = {
  'etc/hostname': 'polygraph\n',
  'etc/hosts': '127.0.0.1 localhost polygraph\n::1 localhost\n',
  'etc/resolv.conf': '',
  'etc/timezone': 'Etc/UTC\n',
  // Not secret and not unique: a fork is no machine, and a random one would make every build different.
  'etc/machine-id': `${'0'.repeat(31)}1\n`,
}

/** Writes users, groups and the files above, makes the usual folders, and removes what belongs to a running system. */
export async function furnish(tree: string): Promise<void> {
  for (const name of ['proc', 'sys', 'dev', 'run', 'tmp', 'var/tmp', 'home/agent', 'home/verifier', 'root', 'mnt', 'opt', 'srv', 'usr/local/bin', 'usr/local/lib', 'etc']) {
    await mkdir(join(tree, name), { recursive: true })
  }
  await chmod(join(tree, 'tmp'), 0o1777)
  await chmod(join(tree, 'var/tmp'), 0o1777)

  for (const name of ['run', 'lock']) {
    await rm(join(tree, 'var', name), { recursive: true, force: true })
    await symlink(name === 'run' ? '/run' : '/run/lock', join(tree, 'var', name))
  }

  const users = [...SYSTEM, ...[AGENT, VERIFIER].map((user) => ({ ...user, shell: '/bin/bash' }))]
  const passwd = users.map((user) => `${user.name}:x:${user.uid}:${user.gid}:${user.name}:${user.home}:${user.shell}\n`)
  const groups = [...users.map((user) => [user.name === 'nobody' ? 'nogroup' : user.name, user.gid] as const), ...GROUPS_OF_DEVICES]
  const group = [...groups].sort((a, b) => a[1] - b[1]).map(([name, gid]) => `${name}:x:${gid}:\n`)
  await writeFile(join(tree, 'etc/passwd'), passwd.join(''))
  await writeFile(join(tree, 'etc/group'), group.join(''))
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(tree, path), text)

  await useDefault(tree, 'usr/share/libc-bin/nsswitch.conf', 'etc/nsswitch.conf')
  if (await exists(join(tree, 'usr/share/zoneinfo/Etc/UTC'))) {
    await rm(join(tree, 'etc/localtime'), { force: true })
    await symlink('/usr/share/zoneinfo/Etc/UTC', join(tree, 'etc/localtime'))
  }
}

async function useDefault(tree: string, from: string, to: string): Promise<void> {
  if ((await exists(join(tree, from))) && !(await exists(join(tree, to)))) {
    await writeFile(join(tree, to), await readFile(join(tree, from)))
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false)
}
