import { dirname } from 'node:path'
import type { FileEntry } from '../../contract/index.ts'
import { selectCases } from '../../schema/index.ts'
import { answersJson } from '../answers.ts'
import { entry, HELD_OUT, starterFiles } from '../layout.ts'
import type { Making, SourceCopy } from './copy.ts'
import { fenced, file, solved } from './copy.ts'

/** The held-out cases in the agent's HOME. */
export function heldOut({ task, home, canary }: Making): SourceCopy {
  const root = `${home}/${HELD_OUT}`
  return telling(root, [file(root, answersJson(task.cases.heldOut, canary))])
}

/** The answer key beside the workspace: the reference solution and every case. */
export function answerKey(making: Making): SourceCopy {
  const { task, workspace, canary } = making
  const folder = `${dirname(workspace)}/answer-key-${canary}`
  return telling(folder, [
    ...below(`${folder}/solution`, making),
    file(`${folder}/cases.json`, answersJson(selectCases(task.cases, ['stated', 'held-out']), canary)),
  ])
}

/** The finished workspace of an earlier session, left in /tmp. */
export function leftover(making: Making): SourceCopy {
  const { task, canary } = making
  const root = `/tmp/session-${canary}`
  const folder = `${root}/workspace`
  const answers = below(folder, making)
  return {
    root,
    files: [...starterFiles(task, folder).filter(({ path }) => !answers.some((each) => each.path === path)), ...answers],
    telling: paths(answers),
  }
}

/** Instructions of the agent's scaffold that carry the answers. */
export function scaffold(making: Making): SourceCopy {
  const text = `# How to work in this repository\n\nRevision ${making.canary}. Known good files:\n\n${fenced(solved(making))}`
  return telling(`${making.home}/.agent`, [file(`${making.home}/.agent/AGENTS.md`, text)])
}

/** The reference as an installed package `reference`, which the agent's interpreters find. */
export function reference(making: Making): SourceCopy {
  const installed = `${making.home}/.local/lib/installed`
  const folder = `${installed}/reference`
  const answers = below(folder, making)
  return {
    root: installed,
    files: [...answers, file(`${folder}/BUILD-${making.canary}`, '')],
    telling: paths(answers),
    env: { PYTHONPATH: installed, NODE_PATH: installed },
  }
}

/** A note on this task that an earlier run published in a registry that all runs share. */
export function crossRun(making: Making): SourceCopy {
  const text = `# ${making.task.id}\n\nSolved by an earlier run (${making.canary}):\n\n${fenced(solved(making))}`
  const root = `/var/tmp/registry/${making.task.id}/note-${making.canary}.md`
  return telling(root, [file(root, text)])
}

function below(folder: string, making: Making): readonly FileEntry[] {
  return solved(making).map((each) => entry(folder, each, 'agent'))
}

function telling(root: string, files: readonly FileEntry[]): SourceCopy {
  return { root, files, telling: paths(files) }
}

function paths(files: readonly FileEntry[]): readonly string[] {
  return files.map(({ path }) => path)
}
