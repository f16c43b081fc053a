import type { Command } from 'commander'
import { policyOf } from '../backends/policy.ts'
import { SANDBOXES, unitPolicyOf, unitsOf, type Unit } from '../backends/qemu/units.ts'
import { BACKENDS, DEFAULT_BACKEND } from '../backends/registry.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Backend, Readiness } from '../contract/index.ts'
import { artifactPaths, LAYOUT, messageOf } from '../trial/index.ts'
import type { Io } from './io.ts'
import { EXIT, json, Stop } from './io.ts'
import { columns } from './columns.ts'
import { openBackend, openCatalogue, pick } from './open.ts'
import { jsonOption } from './options.ts'

/** What one backend can do here: what it says, and how one real fork of it fared. */
interface Health { readonly backend: string; readonly readiness: Readiness; readonly fork: Attempt | null }
type Attempt = { readonly made: true; readonly ms: number } | { readonly made: false; readonly because: string }

export function doctor(program: Command, io: Io, done: (code: number) => void): void {
  program.command('doctor').argument('[backend...]', `backends of which a real fork is made, whatever that takes (default: ${DEFAULT_BACKEND}; of the others only what they say is told)`)
    .description('says what each backend can do on this machine, and makes one real fork rather than reading settings')
    .option('--units', 'prints the unit files of systemd in a guest of qemu, of both sandboxes, for the first task of the catalogue, and examines nothing', false)
    .addOption(jsonOption())
    .action(async (ids: readonly string[], options: { json: boolean; units: boolean }) => {
      for (const id of ids) pick(BACKENDS, id, 'backend')
      const catalogue = await openCatalogue(io, [])
      if (options.units) {
        const units = unitsFor(catalogue)
        if (options.json) json(io, units)
        else io.out(units.map(({ sandbox, role, name, text }) => `# ${name}, sandbox ${sandbox}: ${role === 'agent' ? 'the agent' : 'the grader'}${sandbox === 'open' ? '. The fork server of the guest carries it out by itself.' : ''}\n${text}`).join('\n'))
        return done(EXIT.done)
      }
      const tried = ids.length === 0 ? [DEFAULT_BACKEND] : ids
      const found: Health[] = []
      for (const id of ids.length === 0 ? BACKENDS.keys() : new Set(ids)) found.push(await examine(await openBackend(io, { backend: id }), catalogue, tried.includes(id)))
      if (options.json) json(io, found)
      else io.out(found.map((health) => told(health, io.width)).join('\n'))
      done(found.every(({ backend, fork }) => !tried.includes(backend) || fork?.made === true) ? EXIT.done : EXIT.infrastructure)
    })
}

/** The unit files of both sandboxes, as a fork of that task would have them. */
function unitsFor({ tasks, environments }: Catalogue): readonly Unit[] {
  const task = tasks.get('calculator') ?? [...tasks.values()][0]
  const environment = environments.get(task?.environment ?? '')
  if (task === undefined || environment === undefined) throw new Stop(EXIT.askedWrongly, 'the catalogue has no task')
  return SANDBOXES.flatMap((sandbox) => {
    const declared = sandbox === 'open' ? [] : artifactPaths(task, LAYOUT.workspace)
    const units = unitsOf(unitPolicyOf(policyOf(environment, { ...LAYOUT, sandbox, declared })))
    if (!units.ok) throw new Stop(EXIT.askedWrongly, units.because)
    return [units.agent, units.grader]
  })
}

async function examine(backend: Backend, catalogue: Catalogue, tries: boolean): Promise<Health> {
  try {
    const readiness = await backend.readiness()
    return { backend: backend.id, readiness, fork: readiness.ready && tries ? await attempt(backend, catalogue) : null }
  } finally {
    await backend.close()
  }
}

async function attempt(backend: Backend, catalogue: Catalogue): Promise<Attempt> {
  const environment = catalogue.environments.get('python') ?? [...catalogue.environments.values()][0]
  if (environment === undefined) return { made: false, because: 'the catalogue has no environment' }
  try {
    const snapshot = await backend.prepare(environment, [], LAYOUT)
    const from = performance.now()
    const fork = await snapshot.fork({ label: 'doctor' })
    try {
      const command = { argv: ['/bin/sh', '-c', 'id -un'], user: 'agent', cwd: fork.policy.workspace, env: fork.policy.env, wallSeconds: 30 } as const
      const { exitCode, stderr } = await fork.exec(command)
      if (exitCode !== 0) return { made: false, because: `a command in a fork ended with ${String(exitCode)}: ${Buffer.from(stderr).toString('utf8')}` }
    } finally {
      await fork.discard()
      await snapshot.discard()
    }
    return { made: true, ms: Math.round(performance.now() - from) }
  } catch (thrown) {
    return { made: false, because: messageOf(thrown) }
  }
}

function told({ backend, readiness, fork }: Health, width: number): string {
  if (!readiness.ready) return columns([[backend, `not ready: ${readiness.because}`]], width)
  const made = fork === null ? `no fork was made; "polygraph doctor ${backend}" makes one` : fork.made ? `one fork made and discarded in ${fork.ms} ms` : `a fork could not be made: ${fork.because}`
  const notMet = new Map(readiness.notMet.map(({ promise, because }) => [promise, because]))
  return columns([
    [backend, `ready, tier ${readiness.tier}; ${made}`],
    ...Object.entries(readiness.promises).map(([promise, held]) => [`  ${promise}`, notMet.has(promise) ? `${word(held)}, because ${notMet.get(promise)}` : word(held)]),
    ...[...notMet].filter(([promise]) => !(promise in readiness.promises)).map(([promise, because]) => [`  ${promise}`, `not met, because ${because}`]),
  ], width)
}

function word(held: boolean | string): string {
  return held === true ? 'yes' : held === false ? 'no' : held === 'none' ? 'no' : `yes, per ${held}`
}
