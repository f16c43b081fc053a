import type { Leftover, Policy, Promises, Readiness } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { refuseSandbox, unmet } from '../policy.ts'
import { runs } from '../process.ts'
import type { CommandDefinition } from './definition.ts'
import { invoke, isInstalled } from './invoke.ts'
import { filled } from './template.ts'

/** Names of forks and states hold the process that made them, so that those of dead runs are known. */
const NAME = /^pg-(\d+)-(\d+)-(?:fork|state)\d+$/

/** Whether the tool is there and, by its own word, works. What it promises is what its file says: the suite measures it. */
export async function readinessOf({ id, commands, ready, promises, not_met: notMet, users }: CommandDefinition): Promise<Readiness> {
  const programs = [...new Set([...commands.fork, ...commands.seal, ...commands.discard, commands.exec].map(([program]) => program!))]
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length > 0) return { ready: false, because: `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not installed` }
  if (ready !== undefined) {
    const invoked = await invoke({ argv: ready, wallSeconds: 30, outputBytes: 1 << 16 })
    if (!invoked.started) return { ready: false, because: invoked.because }
    if (invoked.exitCode !== 0) return { ready: false, because: `${ready.join(' ')} ended with ${String(invoked.exitCode)}: ${(invoked.stderr.toString('utf8').trim() || invoked.stdout.toString('utf8').trim()).slice(0, 300)}` }
  }
  const made: Promises = { ...promises, preload: false, rootOfFork: promises.rootOfFork && users.root !== undefined }
  return { ready: true, tier: id, promises: made, notMet: Object.entries(notMet).map(([promise, because]) => ({ promise, because })) }
}

/** Throws for a policy that turns a protection off, which no template can follow, or that requires what isn't promised. */
export function refuse({ id, promises }: CommandDefinition, policy: Policy): void {
  refuseSandbox(id, policy)
  const off = [
    ...(['distinctUsers', 'ownProcesses', 'privateTmp', 'systemCallFilter'] as const).filter((name) => !policy[name]),
    ...(policy.network === 'none' ? [] : ['network isolation']), ...(policy.followLinks ? ['link refusal'] : []),
  ]
  if (off.length > 0) throw new BackendUnavailable('prepare', `backend ${id} can't turn off ${off.join(', ')}`)
  const missing = unmet(policy, { ...promises, preload: false })
  if (missing.length > 0) throw new BackendUnavailable('prepare', `it requires ${missing.join(', ')}, which backend ${id} does not promise`)
}

/** Forks that the tool still has and whose process is dead. Directories of dead runs are found with those of all others. */
export async function leftoversOf({ commands, id }: CommandDefinition): Promise<readonly Leftover[]> {
  if (commands.list === undefined) return []
  const invoked = await invoke({ argv: filled(commands.list, {}), wallSeconds: 30, outputBytes: 1 << 20 })
  if (!invoked.started || invoked.exitCode !== 0) return []
  return invoked.stdout.toString('utf8').split('\n').map((line) => line.trim()).flatMap((line): readonly Leftover[] => {
    const match = NAME.exec(line)
    return match === null || runs(Number(match[1]), match[2]!) ? [] : [{ kind: 'fork', id: line, because: `its run of ${id}, process ${match[1]}, is dead` }]
  })
}
