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
  'contract.fork': 'forks of one snapshot start alike and never meet',
  'contract.seal': 'a sealed state is what the fork was, with no process in it, and forks again',
  'contract.hardLinks': 'the names of one file are names of one file in a fork of a sealed state, and a write through one shows under all',
  'contract.discard': 'discard is idempotent, safe after any failure, and leaves nothing',
  'contract.failure': 'a backend that fails says so as BackendUnavailable, and nothing else does',
  'contract.environment': 'the same environment gives the same surroundings in every fork',
  'contract.writable': "where only home and workspace are writable, the agent can change nothing that a verifier starts or reads beside them",
  'contract.unmarked': 'nothing in a fork says that it is one of an evaluation',
  'contract.secrecy': "what is laid in a verifier's fork is in no reach of the agent's",
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
