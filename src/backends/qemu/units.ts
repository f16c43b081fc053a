/** Unit files for systemd in the guest, as text that a plain policy object makes: one for an agent, one for its grader. */
import type { Limits } from '../../schema/index.ts'
import type { Policy } from '../../contract/index.ts'

export const SANDBOXES = ['open', 'declared-files'] as const
export const UNIT_ROLES = ['agent', 'grader'] as const
export type UnitRole = (typeof UNIT_ROLES)[number]

/** All that two unit files are made of. Paths are those inside the fork, but for `root`. */
export interface UnitPolicy {
  readonly sandbox: Policy['sandbox']
  /** Where the guest has the root of the fork; and once more, for what is shown at another place than it lies: a unit covers parts of its root. */
  readonly root: string
  readonly source: string
  readonly workspace: string
  readonly home: string
  /** Files that an agent may write under `declared-files`. */
  readonly declared: readonly string[]
  /** A folder for what an agent tells, beside its streams; null where the streams are all. */
  readonly outbox: string | null
  readonly network: Policy['network']
  readonly limits: Pick<Limits, 'memory_mb' | 'processes' | 'file_mb' | 'open_files' | 'act_seconds' | 'verify_seconds'>
}

export interface Unit { readonly sandbox: Policy['sandbox']; readonly role: UnitRole; readonly name: string; readonly text: string }
export type Units = { readonly ok: true; readonly agent: Unit; readonly grader: Unit } | { readonly ok: false; readonly because: string }

/** Accounts of the guest. Their ids are those by which the guest knows the agent and the verifier of a fork. */
export const ACCOUNTS = { agent: 'polygraph-agent', grader: 'polygraph-grader' } as const

/** Where the guest attaches the root of its fork for systemd to find (ROOT and SOURCE in keeper.py). */
const FORK = { root: '/run/polygraph/fork', source: '/run/polygraph/source' } as const

/** What a harness lays here in a fork, its grader alone sees, at `shown`. The agent has a /var/tmp of its own and no `shown`. */
export const EVALUATION = { laid: '/var/tmp/evaluation', shown: '/opt' } as const
const FIXTURES = '/srv'
const EVIDENCE = '/mnt'

/** Copies of the declared files, and the one file that a grader may write, as the fork has them. The grader finds them in the workspace. */
export const GRADE = { folder: '/var/tmp/grade', output: 'grader-output.json' } as const

/** A unit ends late: each command in it has a limit of its own, and an act may be several. */
const COMMANDS = 10

/** The policy of a fork as its units need it. */
export function unitPolicyOf(policy: Policy): UnitPolicy {
  const { sandbox, workspace, home, declared, network, limits } = policy
  return { sandbox, ...FORK, workspace, home, declared, outbox: null, network, limits }
}

/** Both unit files of a sandbox, or why it has none: a name that systemd's syntax can't say. */
export function unitsOf(policy: UnitPolicy): Units {
  const { root, source, workspace, home, declared, outbox } = policy
  for (const path of [root, source, workspace, home, ...declared, ...(outbox === null ? [] : [outbox])]) {
    const because = unsayable(path)
    if (because !== null) return { ok: false, because: `no unit file can name ${JSON.stringify(path).slice(0, 200)}: ${because}` }
  }
  const unit = (role: UnitRole): Unit => ({ sandbox: policy.sandbox, role, name: `polygraph-${role}.service`, text: textOf(policy, role) })
  return { ok: true, agent: unit('agent'), grader: unit('grader') }
}

function textOf(policy: UnitPolicy, role: UnitRole): string {
  const { sandbox, root, workspace, limits } = policy
  const account = ACCOUNTS[role]
  return [
    '[Unit]',
    `Description=Commands of the ${role} under the sandbox ${sandbox}`,
    '',
    '[Service]',
    'Type=oneshot',
    `User=${account}`,
    `Group=${account}`,
    `RootDirectory=${whole(root)}`,
    `WorkingDirectory=${whole(workspace)}`,
    // Holds the namespaces and the control group that commands join.
    'ExecStart=/bin/sleep infinity',
    'Restart=no',
    // The guest adds the /proc of the fork, which shows its processes alone. systemd wants a folder in /run all the same.
    'MountAPIVFS=no',
    'TemporaryFileSystem=/run:mode=755,size=64k',
    'KillMode=control-group',
    'KillSignal=SIGKILL',
    `TimeoutStartSec=${COMMANDS * (role === 'agent' ? limits.act_seconds : limits.verify_seconds)}`,
    // A command that ran out of memory is that command's end, not that of its fork.
    'OOMPolicy=continue',
    'NoNewPrivileges=yes',
    'CapabilityBoundingSet=',
    'AmbientCapabilities=',
    'PrivateDevices=yes',
    ...(policy.network === 'none' ? ['PrivateNetwork=yes'] : []),
    'ProtectSystem=strict',
    ...(sandbox === 'open' ? open(policy) : role === 'agent' ? declaredFiles(policy) : copyOfThem(policy)),
    `MemoryMax=${limits.memory_mb}M`,
    // The process that holds the unit counts too.
    `TasksMax=${limits.processes + 1}`,
    `LimitFSIZE=${limits.file_mb}M`,
    `LimitNOFILE=${limits.open_files}`,
    'LimitCORE=0',
    '',
  ].join('\n')
}

function open({ workspace, home }: UnitPolicy): readonly string[] {
  return [workspace, home, '/tmp', '/var/tmp'].map((path) => `ReadWritePaths=${inside(path)}`)
}

/** The seed's own, but for two things: our agents live in their home, so that must show; and PrivateDevices= alone shares the machine's /dev/shm. */
function declaredFiles({ home, declared, outbox }: UnitPolicy): readonly string[] {
  return [
    'PrivateTmp=yes',
    `ProtectHome=${PROTECTED.some((top) => home === top || home.startsWith(`${top}/`)) ? 'read-only' : 'yes'}`,
    OWN_SHM,
    ...[...(outbox === null ? [] : [outbox]), ...declared].map((path) => `ReadWritePaths=${inside(path)}`),
    ...[EVALUATION.shown, FIXTURES, EVIDENCE].map((path) => `InaccessiblePaths=${inside(path)}`),
  ]
}

function copyOfThem({ workspace, source }: UnitPolicy): readonly string[] {
  return [
    'PrivateTmp=yes',
    'ProtectHome=yes',
    OWN_SHM,
    `BindReadOnlyPaths=${word(`${source}${GRADE.folder}`)}:${word(workspace)}`,
    `BindReadOnlyPaths=${word(`-${source}${EVALUATION.laid}`)}:${word(EVALUATION.shown)}`,
    `ReadWritePaths=${inside(`${workspace}/${GRADE.output}`)}`,
    ...[FIXTURES, EVIDENCE].map((path) => `InaccessiblePaths=${inside(path)}`),
  ]
}

const OWN_SHM = 'TemporaryFileSystem=/dev/shm:mode=1777,size=16m,nosuid,nodev,noexec'

/** What ProtectHome= takes away. */
const PROTECTED = ['/home', '/root']

/** A path in the root of the unit. Without the plus it would be one of the machine's, and as such be passed over, whatever it was to protect. */
const inside = (path: string): string => word(`+${path}`)

/** One word of a list: in quotes, where a backslash takes the next character as it is and no other escape is known (systemd.syntax, extract_first_word without EXTRACT_CUNESCAPE). */
function word(text: string): string {
  return `"${specifiers(text).replace(/[\\"]/g, '\\$&')}"`
}

/** The whole value of a setting that takes one path: no quotes are known, but a backslash at its end would join the next line and blanks there would be cut. */
function whole(path: string): string {
  return /[\\\s]$/u.test(path) ? `${specifiers(path)}/` : specifiers(path)
}

const specifiers = (text: string): string => text.replaceAll('%', '%%')

/** Why no value can hold a path. systemd skips a line with such a character, and a line that it skips protects nothing. */
function unsayable(path: string): string | null {
  if (!path.startsWith('/')) return 'it is not absolute'
  if (path === '/' || path.slice(1).split('/').some((part) => part === '' || part === '.' || part === '..')) return 'it is not in its shortest form'
  if (/[\0-\x1f\x7f]/.test(path)) return 'it holds a control character'
  if (!path.isWellFormed() || /\p{Noncharacter_Code_Point}/u.test(path)) return 'it holds what is no text'
  if (Buffer.byteLength(path) > 4000) return 'it is too long'
  return null
}
