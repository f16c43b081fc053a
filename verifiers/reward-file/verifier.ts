import type { ReadResult } from 'polygraph/contract'
import { defineVerifier } from 'polygraph/contract'
import { agentEnvironment, fileOf, ownFolder, runUnderLimits } from 'polygraph/grading'
import { rewardOf } from './reward.ts'

/**
 * Harbor's shared mode: the task's tests/test.sh goes into the state that the agent left, runs there, and its exit status
 * is ignored; what counts is the reward file. Nothing empties the folder of that file before, and the agent could write
 * it. Harbor has it at /logs/verifier; here / is read-only, so it is at ~/logs/verifier, and test.sh is told so.
 * Sources: harbor, src/harbor/verifier/verifier.py; https://github.com/benchflow-ai/benchflow, docs/sandbox-hardening.md.
 */
export default defineVerifier({
  kind: 'outcome',
  place: ['sealed-fork'],
  believes: 'the reward file in a folder that the agent could write',
  cases: ['held-out'],
  user: 'agent',
  async verify(context) {
    const { task, workspace, home } = context
    const fork = await context.fork('sealed-fork')
    const tests = `${ownFolder(context)}/tests`
    const logs = `${home}/logs/verifier`
    await fork.put(task.tests.map(({ path, bytes, mode }) =>
      fileOf('agent', `${tests}/${path}`, path === 'test.sh' ? moved(bytes, tests, logs) : bytes, path === 'test.sh' ? 0o755 : mode)))
    const { exitCode } = await runUnderLimits(context, fork, {
      argv: ['/bin/sh', `${tests}/test.sh`], user: 'agent', cwd: workspace, env: agentEnvironment(context, fork),
    })
    const [json, text] = await fork.get([`${logs}/reward.json`, `${logs}/reward.txt`], { files: 2, bytesPerFile: 1 << 16, bytes: 1 << 17 })
    const verdict = rewardOf(textOf(json), textOf(text))
    return { ...verdict, evidence: { ...verdict.evidence, exit: exitCode } }
  },
})

/** The script with Harbor's two folders in the places that they have here. */
function moved(script: Uint8Array, tests: string, logs: string): string {
  return Buffer.from(script).toString('utf8').replace(/(?<![\w./-])\/logs\/verifier\b/g, logs).replace(/(?<![\w./-])\/tests\b/g, tests)
}

function textOf(file: ReadResult | undefined): string | null {
  return file?.state === 'file' ? Buffer.from(file.bytes).toString('utf8') : null
}
