// What each goal needs of the machine. Adding a package is adding a row.

/**
 * Files that Debian packages provide. A file is looked for rather than a name on PATH: a python3 of pyenv is not the
 * one that the environments are built with.
 */
export const PACKAGES = [
  { file: '/usr/bin/python3', package: 'python3', why: 'the fork server runs on it' },
  { file: '/usr/bin/unshare', package: 'util-linux', why: 'it tries whether this host allows namespaces' },
  { file: '/usr/bin/dpkg-deb', package: 'dpkg', why: 'it unpacks the packages of an environment', debian: true },
  { file: '/usr/bin/tar', package: 'tar', why: 'it unpacks the packages of an environment', debian: true },
  { file: '/usr/bin/gpgv', package: 'gpgv', why: 'it checks who signed those packages', debian: true },
  {
    file: '/usr/share/keyrings/debian-archive-keyring.gpg',
    package: 'debian-archive-keyring',
    why: 'it holds the keys that signed those packages',
    debian: true,
  },
  // Without it an ordinary user still gets forks, with one user id in each; `polygraph doctor` names that tier.
  { file: '/usr/bin/newuidmap', package: 'uidmap', why: 'it gives agent and grader different users', user: true, optional: true },
  { file: '/usr/bin/bwrap', package: 'bubblewrap', why: 'it is timed beside our own forks, and the examples of backends in a file run on it', goals: ['bench', 'test', 'test:slow'] },
  { file: '/usr/bin/podman', package: 'podman', why: 'an example of a backend in a file runs on it', goals: ['test:slow'], debian: true },
  { file: '/usr/sbin/runc', package: 'runc', why: 'podman runs containers by it where crun refuses the control groups', goals: ['test:slow'], debian: true },
  { file: '/usr/bin/systemd-nspawn', package: 'systemd-container', why: 'an example of a backend in a file runs on it', goals: ['test:slow'], debian: true },
  { file: '/usr/bin/ssh-keygen', package: 'openssh-client', why: 'the tests sign runs with SSH keys', goals: ['test', 'test:slow'] },
  { file: '/usr/bin/ssh-keygen', package: 'openssh-client', why: 'it signs runs with SSH keys', option: '--sign', optional: true },
  { file: '/usr/bin/qemu-system-x86_64', package: 'qemu-system-x86', why: 'forks of the backend qemu are its machines', qemu: true, debian: true },
  { file: '/usr/bin/mkfs.erofs', package: 'erofs-utils', why: 'it makes the disks of those machines', qemu: true, debian: true },
  { file: '/usr/bin/xorriso', package: 'xorriso', why: "it makes the disk with Polygraph's programs for them", qemu: true, debian: true },
  { file: '/usr/bin/qemu-img', package: 'qemu-utils', why: 'the usual way to fork a machine is timed beside ours', goals: ['bench'], qemu: true, debian: true },
  { file: '/usr/bin/cpio', package: 'cpio', why: 'it packs their first file system', qemu: true, debian: true },
]

/** The goals, and whether each makes forks on this host. */
export const GOALS = {
  reproduce: { forks: true },
  test: { forks: true },
  'test:slow': { forks: true },
  'test:machines': { forks: true },
  bench: { forks: true },
  check: { forks: false },
  build: { forks: false },
  polygraph: { forks: false },
}

const FORKING_COMMANDS = new Set(['reproduce', 'run', 'conformance', 'replay'])

/**
 * Whether this goal makes forks by namespaces. Another backend brings an isolation of its own, so that a host without
 * namespaces may still use it.
 */
export function needsForks(goal, args) {
  const forks = goal === 'polygraph' ? FORKING_COMMANDS.has(args[0]) : GOALS[goal].forks
  if (!forks || args.includes('--help') || args.includes('-h')) return false
  const backends = backendsIn(args)
  return backends.length === 0 || backends.some((name) => /\bnamespaces\b/.test(name))
}

function backendsIn(args) {
  return args.flatMap((arg, index) => {
    if (arg === '--backend') return args[index + 1] === undefined ? [] : [args[index + 1]]
    return arg.startsWith('--backend=') ? [arg.slice('--backend='.length)] : []
  })
}

/** Whether virtual machines are asked for: as a backend, as what is tested or looked at, or as their image. */
function wantsMachines(goal, args) {
  if (goal === 'test:machines' || (goal === 'bench' && args.includes('--machines'))) return true
  if (!TAKING_OPTIONS.has(goal)) return false
  if (backendsIn(args).some((name) => /\bqemu\b/.test(name))) return true
  if (goal !== 'polygraph') return false
  return args[0] === 'image' || (['conformance', 'doctor'].includes(args[0]) && args.slice(1).some((arg) => /\bqemu\b/.test(arg)))
}

/** The goals whose arguments are options of polygraph. */
const TAKING_OPTIONS = new Set(['reproduce', 'polygraph'])

/** The rows of PACKAGES that hold for a goal on a host. */
export function packagesFor({ goal, args, uid, hasApt }) {
  return PACKAGES.filter((row) => {
    if (row.goals && !row.goals.includes(goal)) return false
    if (row.option && !(TAKING_OPTIONS.has(goal) && args.some((arg) => arg === row.option || arg.startsWith(`${row.option}=`)))) return false
    if (row.user && uid === 0) return false
    if (row.qemu && !wantsMachines(goal, args)) return false
    // An environment is built with apt; a host without it uses its own /usr instead.
    return !row.debian || hasApt
  })
}
