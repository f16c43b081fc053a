import type { VerifierContext } from '../../contract/index.ts'
import { BackendUnavailable } from '../../contract/index.ts'
import { artifactEntries } from '../artifact.ts'
import { fileOf, ownFolder, verifierEnvironment } from '../commands.ts'
import type { SuiteRun } from './outcome.ts'
import { suiteRun } from './outcome.ts'
import type { Version } from './versions.ts'

/** A suite runs often, and one that hangs does so each time. */
const SECONDS = 20
/** On a machine so busy that a test that does nothing takes a tenth of that, a suite gets ten times as long as that test. */
const PATIENCE = 10
const MOST_SECONDS = 60
/** What is left to a suite that hangs on the reference: it scores nothing, and only its column is still to be told. */
const HOPELESS_SECONDS = 3

export interface Ran { readonly id: string; readonly run: SuiteRun }

/**
 * Runs a suite on each version, in their order, but for one thing: after a suite has hung on a mutant the reference comes
 * next, since a suite that hangs on that as well isn't worth the wait for the rest. A suite that hangs, or that ends the
 * process on the reference, is the agent's doing only where a test that does nothing runs to its end.
 */
export async function runAll(context: VerifierContext, versions: readonly Version[], suite: Uint8Array): Promise<readonly Ran[]> {
  const left = [...versions]
  const runs: Ran[] = []
  let [seconds, measured] = [Math.min(SECONDS, context.pristine.policy.limits.verify_seconds), false]
  while (left.length > 0) {
    const version = left.shift()!
    const isReference = version.id === 'reference'
    let run = await runSuite(context, version, suite, seconds)
    if (!measured && (run.outcome === 'timed-out' || (run.outcome === 'crashed' && isReference))) {
      const fair = Math.min(MOST_SECONDS, PATIENCE * (await secondsOfNothing(context, version)))
      measured = true
      if (fair > seconds && run.outcome === 'timed-out') {
        seconds = fair
        run = await runSuite(context, version, suite, seconds)
      }
    }
    runs.push({ id: version.id, run })
    if (run.outcome !== 'timed-out') continue
    if (isReference) seconds = HOPELESS_SECONDS
    const next = left.findIndex(({ id }) => id === 'reference')
    if (next > 0) left.unshift(...left.splice(next, 1))
  }
  return runs
}

async function secondsOfNothing(context: VerifierContext, version: Version): Promise<number> {
  const nothing = Buffer.from(`import ${context.task.cases.module}\n\n\ndef test_control():\n    assert True\n`)
  const { outcome, ms } = await runSuite(context, version, nothing, MOST_SECONDS)
  if (outcome !== 'passed') throw new BackendUnavailable('exec', `a test that does nothing fares no better: ${outcome}`)
  return ms / 1000
}

async function runSuite(context: VerifierContext, { files }: Version, suite: Uint8Array, wallSeconds: number): Promise<SuiteRun & { readonly ms: number }> {
  const fork = await context.fork('pristine-fork')
  try {
    const folder = ownFolder(context)
    const [program, path, nonce] = [`${folder}/suite.py`, `${context.workspace}/${context.task.suite!.path}`, context.nonce(16)]
    await fork.put([...artifactEntries(files, context.workspace), fileOf('verifier', path, suite), fileOf('verifier', program, await context.program('suite.py'))])
    const execution = await fork.exec({
      argv: ['python3', '-I', '-B', program, context.workspace, path], user: 'verifier', cwd: context.workspace, wallSeconds, signal: context.signal,
      env: { ...verifierEnvironment(fork, folder), PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' }, stdin: Buffer.from(nonce, 'utf8'),
    })
    return { ...suiteRun(execution, nonce), ms: execution.durationMs }
  } finally {
    await fork.discard()
  }
}
