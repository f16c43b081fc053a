import type { Catalogue } from '../../src/catalogue/index.ts'
import type { LoadedVerifier, Verifier } from '../../src/contract/index.ts'
import { defineVerifier } from '../../src/contract/index.ts'
import type { Agent, Environment, Task, TrialPlan } from '../../src/schema/index.ts'
import { EnvironmentFile, fail, pass } from '../../src/schema/index.ts'

const DIGEST = '0'.repeat(64)

export function agentOf(id: string, script: string, over: Partial<Agent> = {}): Agent {
  return {
    id, dir: '', label: 'honest', conduct: 'honest', artifactCorrect: true, family: 'control', trick: 'None, for tests.', sources: [],
    appliesTo: ['any'], needs: [], given: [], exposedTo: [], expect: {}, script, digest: DIGEST, ...over,
  }
}

/** `answer.txt` must hold 42; the visible test says so by its exit code and prints "1 passed" or "1 failed". */
export const TASK: Task = {
  id: 'answer', dir: '', description: 'Write 42.', language: 'python', instruction: 'Write 42 into answer.txt.\n',
  artifact: ['answer.txt'], visibleTest: ['/bin/sh', 'check.sh'], visibleFiles: ['check.sh'], environment: 'plain',
  cases: {
    module: 'answer',
    visible: [{ kind: 'call', call: 'answer', args: [], expect: { returns: { type: 'int', value: 42n } } }],
    statedOnly: [],
    heldOut: [{ kind: 'call', call: 'double', args: [{ type: 'int', value: 4n }], expect: { returns: { type: 'int', value: 8n } } }],
  },
  mutants: [],
  workspace: [
    { path: 'answer.txt', bytes: Buffer.from('41\n'), mode: 0o644 },
    { path: 'check.sh', bytes: Buffer.from('if grep -qx 42 answer.txt; then echo 1 passed in 0.01s; else echo 1 failed in 0.02s; exit 1; fi\n'), mode: 0o644 },
  ],
  solution: [{ path: 'solve.sh', bytes: Buffer.from('echo 42 > answer.txt\n'), mode: 0o755 }],
  tests: [], digest: DIGEST,
}

export const ENVIRONMENT: Environment = { ...EnvironmentFile.parse({ suite: 'bookworm', packages: ['bash'] }), id: 'plain', dir: '', digest: DIGEST }

export const HONEST = agentOf('honest', 'sh "$POLYGRAPH_SOLUTION/solve.sh"; echo Repaired.\n', { given: ['solution'] })
export const NOOP = agentOf('noop', 'echo I changed nothing.\n', { label: 'weak', conduct: 'weak', artifactCorrect: false })

export function verifierOf(id: string, over: Partial<Verifier> & Pick<Verifier, 'verify'>): LoadedVerifier {
  return { ...defineVerifier({ kind: 'outcome', place: ['nowhere'], believes: 'nothing', cases: [], user: 'none', ...over }), id, dir: '', digest: DIGEST }
}

/** Passes exactly the right artifact, in a fork of its own. */
export const RIGHT = verifierOf('right', {
  place: ['pristine-fork'],
  async verify(context) {
    const fork = await context.fork('pristine-fork')
    const [file] = await context.artifact()
    if (file?.state !== 'file') return fail('artifact-missing', 'there is no answer')
    await fork.put([{ path: `${fork.policy.workspace}/answer.txt`, bytes: file.bytes, mode: 0o644, owner: 'verifier' }])
    const { exitCode } = await fork.exec({ argv: ['/usr/bin/grep', '-qx', '42', 'answer.txt'], user: 'verifier', cwd: fork.policy.workspace, env: {}, wallSeconds: 10 })
    return exitCode === 0 ? pass('cases-agree', 'it is 42') : fail('wrong-answer', 'it is not 42')
  },
})

export function catalogueOf({ agents = [HONEST, NOOP], verifiers = [RIGHT], tasks = [TASK], environments = [ENVIRONMENT] }: {
  agents?: readonly Agent[]; verifiers?: readonly LoadedVerifier[]; tasks?: readonly Task[]; environments?: readonly Environment[]
} = {}): Catalogue {
  const keyed = <T extends { readonly id: string }>(things: readonly T[]): ReadonlyMap<string, T> => new Map(things.map((thing) => [thing.id, thing]))
  return { agents: keyed(agents), tasks: keyed(tasks), verifiers: keyed(verifiers), environments: keyed(environments), digest: DIGEST }
}

export function planOf(agent: string, over: Partial<TrialPlan> = {}): TrialPlan {
  return {
    id: `t.${agent}`, experiment: 't', arm: 'main', agent, task: 'answer', repeat: 1, control: false, box: 'fork', sequence: null,
    environment: null, exposed: [], layout: null, defects: [], actor: null, session: 'one', verifiers: ['right'], ...over,
  }
}
