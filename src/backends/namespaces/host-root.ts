import { createHash } from 'node:crypto'
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { existsSync, lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A root made of the host's own /usr, read-only, around files of ours: what `--root host` runs on where an environment
 * can't be built, and what the doctor makes its trial fork on before one is. It is no environment: its digest would say
 * nothing, since it changes with the host.
 */
export async function makeHostRoot(directory: string): Promise<{ readonly root: string; readonly binds: readonly (readonly [string, string])[] }> {
  const folders = ['usr', 'proc', 'dev', 'tmp', 'var/tmp', 'run', 'root', 'workspace', 'home/agent', 'home/verifier', 'etc/alternatives']
  for (const name of folders) await mkdir(join(directory, name), { recursive: true })
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    const linked = existsSync(`/${name}`) && lstatSync(`/${name}`).isSymbolicLink()
    if (linked) await symlink(readlinkSync(`/${name}`), join(directory, name)).catch(() => {})
  }
  await writeFile(join(directory, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nagent:x:1000:1000::/home/agent:/bin/sh\nverifier:x:1001:1001::/home/verifier:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n')
  await writeFile(join(directory, 'etc/group'), 'root:x:0:\nagent:x:1000:\nverifier:x:1001:\nnogroup:x:65534:\n')
  await writeFile(join(directory, 'etc/hosts'), '127.0.0.1 localhost\n')
  const binds: [string, string][] = [['/usr', '/usr']]
  if (existsSync('/etc/alternatives')) binds.push(['/etc/alternatives', '/etc/alternatives'])
  return { root: directory, binds }
}

/** What stands in for a content digest of the host's /usr: the state of its package database. 64 hex digits. */
export async function hostDigest(): Promise<string> {
  const status = await readFile('/var/lib/dpkg/status').catch(() => readFile('/etc/os-release'))
  return createHash('sha256').update('host\0').update(status).digest('hex')
}
