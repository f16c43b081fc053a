import type { Promises, Readiness } from '../contract/index.ts'

type Ready = Extract<Readiness, { ready: true }>

/**
 * The clauses of the contract that hold for every backend, whatever it promises beside them. One that can't be kept is
 * listed in `notMet` of readiness under this name, with the reason.
 */
export const CLAUSES = {
  'contract.exec': 'a command runs exactly once, as asked, and how it ended is a value',
  'contract.input': 'argv, environment and stdin arrive byte for byte, and nothing else does',
  'contract.output': 'both streams arrive apart, byte for byte, and what is thrown away is told',
  'contract.put': 'files are laid as given, over whatever stands there, and no link is followed',
  'contract.get': 'regular files come back byte for byte within the bounds; of all else the type; no link is followed, nothing blocks',
  'contract.changes': 'what differs from the base is listed, with type, mode, owner, target, attributes and digest',
  'contract.digest': 'equal trees have equal digests, different ones different digests',
  'contract.fork': 'a fork starts from its snapshot alone, and what it does shows in no other one',
  'contract.seal': 'a sealed state is what the fork was, with no process in it, and forks again',
  'contract.hardLinks': 'after a seal as before, a write through one name of a file shows under its other names',
  'contract.discard': 'discard is idempotent, safe after any failure, and leaves nothing',
  'contract.failure': 'a backend that fails says so as BackendUnavailable, and nothing else does',
  'contract.environment': 'every fork of an environment finds the same users, folders, variables, clocks and limits',
  'contract.writable': 'where the policy lets home and workspace alone be written, there is no root, and the agent can change no program, library or setting',
  'contract.unmarked': 'nothing in a fork says that something is evaluated there',
  'contract.secrecy': 'what is laid for a verifier lies nowhere else: not in the image, in no other fork, and in no copy',
} as const satisfies Readonly<Record<string, string>>

/** The promises of readiness, by name, and what their levels are, from the weakest to the strongest. */
const LEVELS: Readonly<Record<keyof Promises, readonly string[]>> = {
  ownMounts: [], ownProcesses: [], ownNetwork: [], ownIpc: [], ownHostname: [], distinctUsers: [], rootOfFork: [],
  noNewPrivileges: [], noCapabilities: [], systemCallFilter: [], privateTmp: [], diskLimit: [], fileLimits: [],
  processorLimit: [], killsAll: [], ownKernel: [], preload: [],
  memoryLimit: ['process', 'fork'], processLimit: ['user', 'fork'],
}

/** Every name that a probe may give as what it tests. */
export const PROMISES: ReadonlySet<string> = new Set([
  ...Object.keys(CLAUSES),
  ...Object.entries(LEVELS).flatMap(([name, levels]) => levels.length === 0 ? [name] : levels.map((level) => `${name}:${level}`)),
])

export type Declared = { readonly declared: true } | { readonly declared: false; readonly because: string }

/** Whether a backend that is ready promises what a probe tests. A stronger level covers a weaker one. */
export function declared(promise: string, { promises, notMet }: Pick<Ready, 'promises' | 'notMet'>): Declared {
  const [name = '', level] = promise.split(':')
  const reason = notMet.find((each) => each.promise === promise || each.promise === name)?.because
  if (name in CLAUSES) return reason === undefined ? { declared: true } : { declared: false, because: reason }
  const value = promises[name as keyof Promises]
  const levels = LEVELS[name as keyof Promises]
  const kept = level === undefined ? value === true : levels.indexOf(String(value)) >= levels.indexOf(level)
  return kept ? { declared: true } : { declared: false, because: reason ?? `the backend does not promise ${promise}` }
}
