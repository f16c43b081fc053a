import type { Command, VerifierContext } from '../../contract/index.ts'
import type { Verdict } from '../../schema/index.ts'
import { artifactEntries, takeArtifact } from '../artifact.ts'
import { fileOf, ownFolder, runUnderLimits, verifierEnvironment } from '../commands.ts'
import { byExitCode } from '../execution.ts'
import type { Point } from '../point.ts'
import { casesOf, forkPlace } from '../point.ts'
import { startFiles } from '../start.ts'
import { nodeTestFile } from './node-test-file.ts'
import { pytestFile } from './pytest-file.ts'
import { runnerCodes } from './runner.ts'

/**
 * Tests made from the cases, in a fork that holds nothing of the agent's but the artifact, under the runner's safest
 * options. The runner's exit code is believed although it imports the artifact: what still fools it is measured.
 */
export async function believeRunner(context: VerifierContext, point: Point): Promise<Verdict> {
  const artifact = await takeArtifact(context)
  if ('refused' in artifact) return artifact.refused
  const { task, workspace } = context
  const cases = casesOf(task, point.cases)
  const fork = await context.fork(forkPlace(point))
  const folder = ownFolder(context)
  const location = { workspace, work: `${folder}/work`, module: task.cases.module, program: task.program ?? [] }
  const python = task.language === 'python'
  const file = `${folder}/${python ? 'test_held_out.py' : 'held-out.test.mjs'}`
  const programs = cases.some((one) => one.kind === 'program')
  await fork.put([
    ...artifactEntries(artifact.files, workspace),
    ...(programs ? [...startFiles(task, location.work, 'verifier'), ...artifactEntries(artifact.files, location.work)] : []),
    fileOf('verifier', file, python ? pytestFile(cases, location) : nodeTestFile(cases, location)),
  ])
  const execution = await runUnderLimits(context, fork, {
    ...(python ? pytestCommand(file, folder, { preload: context.mode === 'fast', first: cases.every((one) => one.kind === 'program') }) : { argv: ['node', '--test', '--test-force-exit', file] }),
    user: 'verifier',
    cwd: workspace,
    env: { ...verifierEnvironment(fork, folder), PYTEST_DISABLE_PLUGIN_AUTOLOAD: '1' },
  })
  return byExitCode(execution, 'tests-passed', 'the test runner', runnerCodes(python))
}

/**
 * pytest without anything that a folder, a file or a variable could add to it. Of a failure it tells one line: to find the
 * source of each frame costs it more than the tests, and only the exit code counts. Where every test starts a program, the
 * first that fails (`first`) is the last, as in strict: the others would cost a start each, and none takes the failure back.
 */
function pytestCommand(file: string, folder: string, { preload, first }: { preload: boolean; first: boolean }): Pick<Command, 'argv' | 'preload'> {
  const options = ['-q', '--tb=line', ...(first ? ['-x'] : []), '-c', '/dev/null', `--rootdir=${folder}`, '--noconftest', '--import-mode=importlib', '-p', 'no:cacheprovider']
  return { argv: ['python3', '-I', '-B', '-m', 'pytest', ...options, file], ...(preload ? { preload: 'pytest' as const } : {}) }
}
