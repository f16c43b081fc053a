import type { Fork, VerifierContext } from '../../contract/index.ts'
import type { Verdict } from '../../schema/index.ts'
import { agentEnvironment, runUnderLimits } from '../commands.ts'
import { byExitCode } from '../execution.ts'
import type { Point } from '../point.ts'
import { forkPlace } from '../point.ts'
import { startFiles } from '../start.ts'
import { runnerCodes } from './runner.ts'

/**
 * What most harnesses do: the visible test files are put back as they were, and the visible test is run again where the
 * agent left its files, as the agent. Whatever else it left there still counts.
 */
export async function rerunVisibleTests(context: VerifierContext, point: Point): Promise<Verdict> {
  const { task, workspace } = context
  const fork = await context.fork(forkPlace(point))
  await clearWay(context, fork, task.visibleFiles)
  const visible = new Set(task.visibleFiles.map((path) => `${workspace}/${path}`))
  await fork.put(startFiles(task, workspace, 'agent').filter((file) => visible.has(file.path)))
  const execution = await runUnderLimits(context, fork, { argv: task.visibleTest, user: 'agent', cwd: workspace, env: agentEnvironment(context, fork) })
  return byExitCode(execution, 'tests-passed', 'the visible test', runnerCodes(task.visibleTest.includes('pytest')))
}

/**
 * Takes away what stands at the paths and, on the way to them, every link or file where a folder should be. Without this a
 * planted link would send the restored file elsewhere, or have the backend refuse to follow it.
 */
async function clearWay(context: VerifierContext, fork: Fork, paths: readonly string[]): Promise<void> {
  await runUnderLimits(context, fork, {
    argv: ['/bin/sh', '-c', CLEAR, 'sh', ...paths], user: 'agent', cwd: context.workspace, env: agentEnvironment(context, fork),
  })
}

const CLEAR = `
for path do
  done=
  rest=$path
  while [ "$rest" != "\${rest#*/}" ]; do
    done=$done\${rest%%/*}
    rest=\${rest#*/}
    if [ -L "$done" ] || { [ -e "$done" ] && [ ! -d "$done" ]; }; then rm -f -- "$done"; fi
    done=$done/
  done
  rm -rf -- "$path"
done
`
