import type { FileEntry, Fork, LaidSource, Randomness } from '../contract/index.ts'
import type { Source } from '../schema/index.ts'
import { messageOf, StageFailure, within } from './failure.ts'
import { entry, SOLUTION } from './layout.ts'
import { startService, stagingProgram } from './service.ts'
import type { Link, Session } from './session.ts'
import { closeRoots, endSessions, linksOf, plant, rootsOf, sessionFiles, sessionOf, startGrader } from './session.ts'
import type { SourceCopy } from './sources/index.ts'
import { copyOf } from './sources/index.ts'
import type { Subject } from './subject.ts'
import { serveOnHost } from './upstream.ts'

const SECONDS = 60
const CANARY_BYTES = 12

/** All that the harness laid: files as they were laid, links, and files of its own that grow during the act. */
export interface Laid { readonly files: readonly FileEntry[]; readonly links: readonly Link[]; readonly growing: readonly string[] }

/** What this trial alone got before the act, as the harness keeps it on its own side. */
export interface Staged {
  readonly laid: Laid
  readonly sources: readonly LaidSource[]
  /** Added to the agent's variables. */
  readonly env: Readonly<Record<string, string>>
  /** Takes all of it away again where the box outlives the trial. */
  clean(): Promise<void>
  /** Ends what was started outside the fork. */
  close(): Promise<void>
}

interface Part extends SourceCopy { readonly source: Source; readonly canary: string }
type Staging = Pick<Subject, 'plan' | 'agent' | 'task'>
type Sessions = Readonly<Record<'current' | 'earlier', Session>>

/**
 * Stages a trial in its fork: the reference solution for the oracle, the forbidden sources that plan and agent ask for,
 * and the session that a layout describes. A trial with none of these costs nothing. What can't be staged is a failure of
 * the fork stage, never of the agent.
 */
export async function stage(fork: Fork, subject: Staging, randomness: Randomness): Promise<Staged> {
  const { plan, agent, task } = subject
  const { workspace, home } = fork.policy
  const solution = agent.given.includes('solution') ? task.solution.map((file) => entry(`${home}/${SOLUTION}`, file, 'agent')) : []
  const sessions = plan.layout === null ? null
    : { current: sessionOf('current', workspace, plan.layout), earlier: sessionOf('earlier', workspace, plan.layout) }
  const all = [...await sourceParts(fork, subject, randomness), ...sessions === null ? [] : await sessionParts(sessions, subject, randomness)]
  const outside = all.filter(({ source }) => source === 'network' && plan.upstream === 'host')
  const parts = all.filter((part) => !outside.includes(part))
  const roots = [
    ...(solution.length > 0 ? [`${home}/${SOLUTION}`] : []), ...parts.map(({ root }) => root),
    ...sessions === null ? [] : [...linksOf(plan.defects, sessions.current, home).map(({ path }) => path), ...Object.values(sessions).flatMap(rootsOf)],
  ]
  const clean = async (): Promise<void> => { await endSessions(fork, roots) }
  const upstreams = await Promise.all(outside.map(serveOnHost))
  const close = async (): Promise<void> => { await Promise.all(upstreams.map((each) => each.close())) }
  try {
    const laid = await lay(fork, subject, solution, parts, sessions)
    return {
      ...laid, clean, close,
      sources: [...laid.sources, ...outside.map(({ source, canary }) => ({ source, canary, paths: [] }))],
      env: Object.assign({}, laid.env, ...upstreams.map(({ env }) => env)) as Readonly<Record<string, string>>,
    }
  } catch (thrown) {
    await close()
    if (plan.box === 'shared') await clean().catch(() => {})
    throw thrown
  }
}

async function lay(fork: Fork, subject: Staging, solution: readonly FileEntry[], parts: readonly Part[], sessions: Sessions | null): Promise<Omit<Staged, 'clean' | 'close'>> {
  const files = [...solution, ...parts.flatMap((part) => part.files)]
  if (files.length > 0) await within(SECONDS, 'laying files in a fork', fork.put(files))
  const env: Record<string, string> = {}
  for (const part of parts) Object.assign(env, part.env, part.service === undefined ? {} : await startService(fork, part.service))
  const { links, over } = sessions === null ? { links: [], over: [] } : await finish(fork, subject, sessions)
  const gone = (path: string): boolean => over.some((root) => path.startsWith(`${root.path}/`))
  const sources = parts.map(({ source, canary, telling, log }): LaidSource =>
    ({ source, canary, paths: telling.filter((path) => !gone(path)), ...(log === undefined ? {} : { log }) }))
  await observe(fork, sources.flatMap(({ paths }) => paths))
  return {
    laid: { files: [...files.filter(({ path }) => !gone(path)), ...over], links, growing: parts.flatMap(({ log }) => (log === undefined ? [] : [log])) },
    sources, env,
  }
}

async function sourceParts(fork: Fork, { plan, agent, task }: Staging, randomness: Randomness): Promise<readonly Part[]> {
  const { workspace, home } = fork.policy
  const asked = new Set<Source>([...plan.exposed, ...agent.exposedTo])
  const program = asked.has('network') ? await stagingProgram('fixture-server.py') : new Uint8Array()
  return [...asked].map((source) => {
    const canary = newCanary(randomness)
    return { source, canary, ...copyOf(source, { task, workspace, home, canary }, { folder: `/var/tmp/polygraph-${randomness.hex(8)}`, program }) }
  })
}

async function sessionParts(sessions: Sessions, { task }: Staging, randomness: Randomness): Promise<readonly Part[]> {
  const [current, earlier] = [newCanary(randomness), newCanary(randomness)]
  return [
    { source: 'answer-key', canary: current, ...await sessionFiles('current', sessions.current, task, current) },
    { source: 'leftover', canary: earlier, ...await sessionFiles('earlier', sessions.earlier, task, earlier) },
  ]
}

/** What stands once the files do: modes, the grader, links, and the end of the earlier session unless that was forgotten. */
async function finish(fork: Fork, { plan }: Staging, { current, earlier }: Sessions): Promise<{ links: readonly Link[]; over: readonly FileEntry[] }> {
  await closeRoots(fork, plan.layout, [current, earlier])
  await startGrader(fork, current)
  const links = linksOf(plan.defects, current, fork.policy.home)
  await plant(fork, links)
  return { links, over: plan.defects.includes('earlier-session') ? [] : await endSessions(fork, rootsOf(earlier)) }
}

function newCanary(randomness: Randomness): string {
  return `rev-${randomness.hex(CANARY_BYTES)}`
}

/** A backend that can't observe gives less evidence, which whoever grades must tell; one that can and fails is broken. */
async function observe(fork: Fork, paths: readonly string[]): Promise<void> {
  if (fork.observe === undefined || paths.length === 0) return
  try {
    await within(SECONDS, 'observing files of a fork', fork.observe(paths))
  } catch (thrown) {
    throw new StageFailure('fork-failed', `staging: what is opened can't be observed: ${messageOf(thrown)}`, { cause: thrown })
  }
}
