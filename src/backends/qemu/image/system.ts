/** The system disk: what the guest itself runs on. Nothing of a task, an agent or an environment is in it. */
import { createHash } from 'node:crypto'
import { appendFile, copyFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BackendUnavailable } from '../../../contract/index.ts'
import { buildRootfs, digestTree, type Drift, type RootfsSource } from '../../rootfs/index.ts'
import { command } from '../../rootfs/command.ts'
import { normalise } from '../../rootfs/normalise.ts'
import { AGENT_UID, VERIFIER_UID } from '../../rootfs/skeleton.ts'
import { ACCOUNTS } from '../units.ts'
import { makeDisk } from './erofs.ts'
import { makeInitramfs, versionIn } from './initramfs.ts'
import { ensurePart, type Part } from './store.ts'

/** To be raised with every change of this folder that changes a disk and isn't a change of the guest's own files. */
const RECIPE = 2

/** Units, scripts and the lock file of the guest. */
export const GUEST = fileURLToPath(new URL('../guest', import.meta.url))

/** The guest's packages: init, the drivers' kernel, an interpreter, and QEMU's own agent. Pinned by the lock file beside. */
const SOURCE: RootfsSource = {
  id: 'qemu-guest', dir: GUEST, suite: 'bookworm', node: undefined, npm: undefined, users: { agent: 'agent', verifier: 'verifier' },
  packages: ['bash', 'busybox-static', 'coreutils', 'dash', 'kmod', 'libc-bin', 'linux-image-cloud-amd64', 'mount', 'python3', 'qemu-guest-agent', 'sed', 'systemd', 'systemd-sysv', 'udev', 'util-linux'],
}

/** What is laid over the packages: path in the guest, file beside. */
const LAID = {
  'usr/lib/polygraph/install.py': 'install.py',
  'etc/udev/rules.d/90-polygraph.rules': 'units/90-polygraph.rules',
  'etc/systemd/system/guest.target': 'units/guest.target',
  'etc/systemd/system/polygraph-payload.service': 'units/polygraph-payload.service',
  'etc/systemd/system/polygraph-guest.service': 'units/polygraph-guest.service',
} as const

/** Everything in the guest that could be written lies in memory. */
const FSTAB = 'tmpfs /var tmpfs mode=755,nosuid,nodev,size=32m 0 0\ntmpfs /tmp tmpfs mode=1777,nosuid,nodev,size=32m 0 0\n'

/** Added to an id of a fork, as the fork server in a guest does it (BASE in identity.py): what runs as an account of these is a fork's user. */
export const FORK_IDS = 0x70000000

const ENTRIES = [[ACCOUNTS.agent, FORK_IDS + AGENT_UID], [ACCOUNTS.grader, FORK_IDS + VERIFIER_UID]] as const

/** Without a use here, or of a second machine, a clock or a person. */
const MASKED = [
  'systemd-firstboot.service', 'systemd-random-seed.service', 'systemd-machine-id-commit.service', 'systemd-update-utmp.service', 'systemd-journal-flush.service',
  'systemd-pstore.service', 'systemd-sysusers.service', 'systemd-hwdb-update.service', 'getty.target', 'systemd-networkd.service', 'systemd-ask-password-console.path',
  'systemd-ask-password-wall.path', 'e2scrub_reap.service', 'fstrim.timer', 'dpkg-db-backup.timer', 'systemd-tmpfiles-clean.timer', 'systemd-logind.service',
  'proc-sys-fs-binfmt_misc.automount', 'systemd-binfmt.service', 'sys-kernel-debug.mount', 'sys-kernel-tracing.mount', 'dev-hugepages.mount', 'dev-mqueue.mount',
  'systemd-fsck-root.service', 'systemd-remount-fs.service', 'systemd-sysctl.service', 'modprobe@.service', 'systemd-modules-load.service',
] as const

export interface Building { readonly cacheDir: string; readonly log: (line: string) => void; readonly signal?: AbortSignal; readonly mirror?: string; readonly offline?: boolean }

/** The system disk, kernel and first file system: from the cache, every byte checked, or built. */
export async function systemPart({ cacheDir, log, signal, mirror, offline }: Building): Promise<{ readonly part: Part; readonly drift: readonly Drift[] }> {
  const rootfs = await buildRootfs(SOURCE, { cacheDir, log, signal, mirror, offline })
  if (!rootfs.ok) throw new BackendUnavailable('prepare', rootfs.because)
  const recipe = createHash('sha256').update(JSON.stringify({ recipe: RECIPE, tree: rootfs.contentDigest, masked: MASKED, fstab: FSTAB, accounts: ENTRIES, laid: await laidDigests() })).digest('hex')
  const part = await ensurePart(cacheDir, { kind: 'system', recipe, tree: rootfs.contentDigest, packages: rootfs.packages }, log, async (dir) => {
    log('qemu-guest: making the system disk')
    const [tree, first] = [join(dir, 'tree'), join(dir, 'first')]
    await command('the packages of the guest could not be copied', ['cp', '--recursive', '--preserve=mode,links', '--no-dereference', rootfs.dir, tree], { signal })
    await copyFile(join(tree, 'boot', `vmlinuz-${await versionIn(tree)}`), join(dir, 'vmlinuz'))
    await rm(join(tree, 'boot'), { recursive: true })
    await furnish(tree)
    await makeDisk(tree, join(dir, 'system.erofs'), digestTree(tree).digest, signal)
    await mkdir(first)
    await makeInitramfs(tree, join(GUEST, 'init'), first, join(dir, 'initramfs.cpio'), signal)
    for (const each of [tree, first]) await rm(each, { recursive: true })
    return ['vmlinuz', 'initramfs.cpio', 'system.erofs']
  })
  return { part, drift: rootfs.drift }
}

async function laidDigests(): Promise<readonly string[]> {
  return Promise.all([...Object.values(LAID), 'init'].map(async (name) => createHash('sha256').update(await readFile(join(GUEST, name))).digest('hex')))
}

async function furnish(tree: string): Promise<void> {
  for (const [path, from] of Object.entries(LAID)) {
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await copyFile(join(GUEST, from), join(tree, path))
  }
  await writeFile(join(tree, 'etc/fstab'), FSTAB)
  for (const [name, id] of ENTRIES) {
    await appendFile(join(tree, 'etc/passwd'), `${name}:x:${id}:${id}:${name}:/nonexistent:/usr/sbin/nologin\n`)
    await appendFile(join(tree, 'etc/group'), `${name}:x:${id}:\n`)
  }
  for (const unit of MASKED) await symlink('/dev/null', join(tree, 'etc/systemd/system', unit))
  normalise(tree)
}
