/** What installation scripts and an administrator would have set up: users, names, a few files in /etc. */
import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RootfsSource } from './types.ts'

/** Numeric ids of the two users of every environment; each has a group of the same name and number. */
export const AGENT_UID = 1000
export const VERIFIER_UID = 1001

const FOLDERS = ['workspace', 'proc', 'sys', 'dev', 'run', 'tmp', 'var/tmp', 'home', 'root', 'mnt', 'opt', 'srv', 'etc', 'usr/local/bin', 'usr/local/lib']

const FILES: Record<string, string> = {
  'etc/hostname': 'host\n',
  'etc/hosts': '127.0.0.1 localhost host\n::1 localhost\n',
  'etc/resolv.conf': '',
  'etc/timezone': 'Etc/UTC\n',
  // Neither secret nor unique: a fork is no machine, and a random one would make every build different.
  'etc/machine-id': `${'0'.repeat(31)}1\n`,
}

interface User {
  name: string
  group?: string
  id: number
  home: string
  shell: string
}

/** Writes users, groups and the files above, and makes the usual folders. */
export async function furnish(tree: string, users: RootfsSource['users']): Promise<void> {
  const people = [
    { name: users.agent, id: AGENT_UID, home: `/home/${users.agent}`, shell: '/bin/bash' },
    { name: users.verifier, id: VERIFIER_UID, home: `/home/${users.verifier}`, shell: '/bin/bash' },
  ]
  for (const name of [...FOLDERS, ...people.map((user) => user.home.slice(1))]) {
    await mkdir(join(tree, name), { recursive: true })
  }
  for (const name of ['tmp', 'var/tmp']) await chmod(join(tree, name), 0o1777)
  await linkVar(tree)
  await writeUsers(tree, people)
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(tree, path), text)

  await useDefault(tree, 'usr/share/libc-bin/nsswitch.conf', 'etc/nsswitch.conf')
  if (await exists(join(tree, 'usr/share/zoneinfo/Etc/UTC'))) {
    await rm(join(tree, 'etc/localtime'), { force: true })
    await symlink('/usr/share/zoneinfo/Etc/UTC', join(tree, 'etc/localtime'))
  }
}

async function linkVar(tree: string): Promise<void> {
  for (const [name, target] of [['run', '/run'], ['lock', '/run/lock']] as const) {
    await rm(join(tree, 'var', name), { recursive: true, force: true })
    await symlink(target, join(tree, 'var', name))
  }
}

async function writeUsers(tree: string, people: readonly User[]): Promise<void> {
  const nologin = '/usr/sbin/nologin'
  const users: User[] = [
    { name: 'root', id: 0, home: '/root', shell: '/bin/bash' },
    { name: 'daemon', id: 1, home: '/usr/sbin', shell: nologin },
    ...people,
    { name: 'nobody', group: 'nogroup', id: 65534, home: '/nonexistent', shell: nologin },
  ]
  const passwd = users.map(({ name, id, home, shell }) => `${name}:x:${id}:${id}:${name}:${home}:${shell}\n`)
  const group = users.map(({ name, group, id }) => `${group ?? name}:x:${id}:\n`)
  await writeFile(join(tree, 'etc/passwd'), passwd.join(''))
  // tty: the group of terminals in /dev/pts.
  await writeFile(join(tree, 'etc/group'), [...group.slice(0, 2), 'tty:x:5:\n', ...group.slice(2)].join(''))
}

async function useDefault(tree: string, from: string, to: string): Promise<void> {
  if ((await exists(join(tree, from))) && !(await exists(join(tree, to)))) {
    await writeFile(join(tree, to), await readFile(join(tree, from)))
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(() => true, () => false)
}
