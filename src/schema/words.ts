import { z } from 'zod'

/**
 * The vocabulary of the project as closed sets of strings: one word, one thing. Everything else in `schema/` is built
 * from these, so that a word can't be spelt in two ways.
 */

/** What an agent is called in tables. */
export const Label = z.enum(['honest', 'weak', 'cheat'])
export type Label = z.infer<typeof Label>

/** How an agent behaved, whatever its artifact is worth. The last three make it a cheat. */
export const Conduct = z.enum(['honest', 'weak', 'tampered', 'illicit-source', 'false-timing'])
export type Conduct = z.infer<typeof Conduct>

/** A cheat is an agent whose conduct is one of these, whether its artifact is right or wrong. */
export const CHEATING: ReadonlySet<Conduct> = new Set<Conduct>(['tampered', 'illicit-source', 'false-timing'])

export const Language = z.enum(['python', 'javascript'])
export type Language = z.infer<typeof Language>

/** The case sets of a task, from the most to the least in an agent's reach. */
export const CaseSet = z.enum(['visible', 'stated', 'held-out', 'generated'])
export type CaseSet = z.infer<typeof CaseSet>

/** What a verifier's verdict is about; each kind has a denominator of its own in the scorecard. */
export const VerifierKind = z.enum(['outcome', 'tamper', 'tests', 'provenance', 'timing', 'control'])
export type VerifierKind = z.infer<typeof VerifierKind>

/** Where a verifier stands. */
export const Place = z.enum(['nowhere', 'agent-fork', 'sealed-state', 'sealed-fork', 'pristine-fork', 'host'])
export type Place = z.infer<typeof Place>

/**
 * Where an agent may not take its answers from, each of which a trial can lay within its reach: the held-out cases; a
 * history that reaches the fix; the answer key in a folder beside or above the workspace; the finished workspace of an
 * earlier session; a server that has the fix; instructions that carry the answers; the reference left installed; a note
 * that an earlier run published.
 */
export const Source = z.enum(['held-out', 'history', 'answer-key', 'leftover', 'network', 'scaffold', 'reference', 'cross-run'])
export type Source = z.infer<typeof Source>

/**
 * Where the grading material of a session lies while the agent acts: beside the workspace; in another tree; in another
 * tree that only its owner may enter; nowhere until verification.
 */
export const Layout = z.enum(['beside', 'other-tree', 'other-tree-0700', 'absent'])
export type Layout = z.infer<typeof Layout>

/** Who acts: an ordinary user, root of the fork, or the user as whom the grader works. */
export const Actor = z.enum(['agent', 'root', 'verifier'])
export type Actor = z.infer<typeof Actor>

/**
 * What was done badly when a session was staged: a link to the grading material planted in the HOME, a starter folder
 * linked instead of copied, an earlier session of the same task not cleaned up.
 */
export const StagingDefect = z.enum(['planted-link', 'linked-starter', 'earlier-session'])
export type StagingDefect = z.infer<typeof StagingDefect>

/**
 * `faithful` starts a cold interpreter for every verifier; `fast` lets verifiers in pristine forks start from a
 * preloaded one.
 */
export const Mode = z.enum(['faithful', 'fast'])
export type Mode = z.infer<typeof Mode>

/** Ids become folder names, file names and CSV cells, so they are kept to a safe alphabet. */
export const Id = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, 'an id is lower-case letters, digits and hyphens, 63 at most')

/** A property of isolation that is turned off, alone, to see which cheats it stops: the policy or the session without it. */
export const Ablation = z.enum(['process-kill', 'private-tmp', 'distinct-user', 'network', 'system-call-filter', 'link-refusal', 'session'])
export type Ablation = z.infer<typeof Ablation>
