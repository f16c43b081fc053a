import { join } from 'node:path'
import type { Promises, Readiness } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import type { ForkServer, Hello } from './client.ts'
import { makeHostRoot } from './host-root.ts'

type Ready = Extract<Readiness, { ready: true }>

/**
 * Makes one real fork on the host's own /usr, looks at it from inside and ends it: what is promised is what was seen, not
 * what settings say.
 */
export async function probe(server: ForkServer, place: string): Promise<Readiness> {
  const { root, binds } = await makeHostRoot(join(place, 'host-root'))
  const policy = {
    writable: 'home-and-workspace', workspace: '/workspace', home: '/home/agent', network: 'none', env: {},
    distinctUsers: true, ownProcesses: true, privateTmp: true, systemCallFilter: true, followLinks: false, sandbox: 'open', declared: [],
    limits: { memory_mb: 256, processes: 32, file_mb: 8, open_files: 64, disk_mb: 8, inodes: 1000 },
  }
  await server.call('readiness', 'base', { name: 'probe', root, binds })
  await server.call('readiness', 'prepare', { snapshot: 'probe', base: 'probe', baseDigest: '', policy, files: [] })
  await server.call('readiness', 'fork', { snapshot: 'probe', fork: 'probe' })
  const agent = await look(server, 'agent')
  const verifier = await look(server, 'verifier')
  await server.call('readiness', 'discard', { fork: 'probe' })
  await server.call('readiness', 'discard-snapshot', { snapshot: 'probe' })
  return judge(server.hello, agent, verifier)
}

async function look(server: ForkServer, user: string): Promise<string> {
  const script = 'cat /proc/self/status; echo "net:" $(tail -n +3 /proc/net/dev | cut -d: -f1); echo "pids:" $(ls -d /proc/[0-9]* | wc -l)'
  const reply = await server.call('readiness', 'exec', {
    fork: 'probe', argv: ['/bin/sh', '-c', script], user, cwd: '/', env: { PATH: '/usr/bin:/bin' }, wall: 10, cpu: 5, output: 1 << 16,
  })
  const text = Buffer.from(reply['stdout'] as string, 'base64').toString()
  if (reply['exitCode'] !== 0) throw new BackendUnavailable('readiness', `a command in a trial fork failed: ${Buffer.from(reply['stderr'] as string, 'base64').toString().trim()}`)
  return text
}

function judge({ tier, cgroups, unified }: Hello, agent: string, verifier: string): Ready {
  const field = (text: string, name: string): string => new RegExp(`^${name}:\\s*(.*)$`, 'm').exec(text)?.[1]?.trim() ?? ''
  const distinct = field(agent, 'Uid') !== field(verifier, 'Uid')
  // The kernel counts processes of every user but root of the machine, whom this tier has where root asks for it.
  const exempt = tier === 'one-uid' && process.getuid?.() === 0
  const promises: Promises = {
    ownMounts: true,
    ownProcesses: Number(field(agent, 'pids')) < 10,
    ownNetwork: field(agent, 'net') === 'lo',
    ownIpc: true,
    ownHostname: true,
    distinctUsers: distinct,
    rootOfFork: true,
    noNewPrivileges: field(agent, 'NoNewPrivs') === '1',
    noCapabilities: ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].every((set) => /^0+$/.test(field(agent, set))),
    systemCallFilter: field(agent, 'Seccomp') === '2',
    privateTmp: true,
    memoryLimit: cgroups === null ? 'fork' : 'process',
    processLimit: cgroups === null && unified ? 'fork' : exempt ? 'none' : 'user',
    diskLimit: true,
    fileLimits: true,
    processorLimit: true,
    killsAll: true,
    ownKernel: false,
    preload: true,
  }
  const notMet = [
    // An index would keep the names together, but counts as one more link, and leaves the other names out of the layer that changes are read from.
    { promise: 'contract.hardLinks', because: 'an overlay copies a file up under the one name that is written to, so several names of a file part at the first write in a fork of a sealed state' },
    ...(distinct ? [] : [{ promise: 'distinctUsers', because: 'this user has no range of 65,536 ids in /etc/subuid and /etc/subgid (or newuidmap is missing), so agent and verifier are one user' }]),
    ...(exempt && promises.processLimit === 'none' ? [{ promise: 'processLimit', because: 'the kernel limits no processes of root, which this fork is to it: ask for this tier as an ordinary user' }] : []),
    ...(cgroups === null ? [] : [{ promise: 'memoryLimit', because: `${cgroups}: memory is limited per process, not per fork` }]),
    ...(['ownProcesses', 'ownNetwork', 'noNewPrivileges', 'noCapabilities', 'systemCallFilter'] as const)
      .filter((name) => !promises[name]).map((name) => ({ promise: name, because: 'the trial fork showed otherwise' })),
  ]
  return { ready: true, tier, promises, notMet }
}

/** What to do where no fork can be made, from what the kernel said and what the machine is set to. */
export function advice(error: Error, settings: { readonly apparmor: string; readonly maxUserNamespaces: string; readonly root: boolean }): string {
  const said = error.message
  if (/\b(ENOSPC|EDQUOT|EROFS)\b/.test(said)) return `${said}. Free space there, or set TMPDIR to a folder that can be written`
  if (!settings.root && settings.apparmor === '1') {
    return `${said}. AppArmor keeps ordinary users from user namespaces here: run as root (sudo), or allow them with "sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0"`
  }
  if (!settings.root && settings.maxUserNamespaces === '0') {
    return `${said}. User namespaces are switched off: run as root (sudo), or allow them with "sudo sysctl user.max_user_namespaces=15000"`
  }
  if (said.includes('ENOENT')) return `${said}. Install it with "sudo apt-get install python3"`
  return settings.root ? `${said}. This root may not make namespaces or mounts, as inside an unprivileged container` : `${said}. Run as root (sudo), or on a machine that lets ordinary users make user namespaces`
}
