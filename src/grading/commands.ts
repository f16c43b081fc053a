import type { Command, Execution, FileEntry, Fork, User, VerifierContext } from '../contract/index.ts'

const PATH = '/usr/local/bin:/usr/bin:/bin'

/** The variables of a command that is run as the agent would run it, in a session of its own. */
export function agentEnvironment(context: VerifierContext, fork: Fork): Record<string, string> {
  return { PATH, LANG: 'C.UTF-8', ...fork.policy.env, HOME: context.home }
}

/** The variables of a command that owes nothing to the agent: its HOME is the verifier's own folder. */
export function verifierEnvironment(fork: Fork, home: string): Record<string, string> {
  return { PATH, LANG: 'C.UTF-8', ...fork.policy.env, HOME: home }
}

/**
 * A folder of the verifier's in a fork. Its name is drawn per call, so that an agent can't have put a link, a file or a
 * folder of its own in its place before the seal.
 */
export function ownFolder(context: VerifierContext): string {
  return `/var/tmp/polygraph-${context.nonce(8)}`
}

/** A file that belongs to the user who will run or read it. */
export function fileOf(owner: User, path: string, content: Uint8Array | string, mode = 0o644): FileEntry {
  return { path, bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : content, mode, owner }
}

/** Runs a command under the limits that the fork's policy gives to a verification. */
export function runUnderLimits(context: VerifierContext, fork: Fork, command: Omit<Command, 'wallSeconds' | 'signal'>): Promise<Execution> {
  return fork.exec({ wallSeconds: fork.policy.limits.verify_seconds, signal: context.signal, ...command })
}
