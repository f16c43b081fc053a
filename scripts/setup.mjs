#!/usr/bin/env node
// Makes a fresh machine ready, then starts a program under the pinned Node by its path: a shell that has seen the old
// `node` keeps running it, and this very process may run on it. No dependencies, any Node from 18 on.
import { existsSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { carryOut, SetUpFailed, stamp } from './setup/act.mjs'
import { readArguments } from './setup/arguments.mjs'
import { observe, thisHost } from './setup/facts.mjs'
import { takeLock } from './setup/lock.mjs'
import { actions, nodeRefusal, packagesRefusal, refusal } from './setup/plan.mjs'
import { programsFor } from './setup/programs.mjs'
import { runToEnd } from './setup/spawn.mjs'

// On stderr: stdout belongs to the program that is started.
const say = (line) => console.error(`set-up: ${line}`)
const stop = (sentence, code) => {
  console.error(sentence)
  return code
}

async function main(argv, host, root) {
  const asked = readArguments(argv)
  if (asked.help) {
    console.log(asked.help)
    return 0
  }
  if (asked.wrong) return stop(asked.wrong, 2)
  const look = () => observe(host, root, asked.goal, asked.args)
  let facts = look()
  if (asked.dryRun) return dryRun(facts, asked, root)
  const stopped = refusal(facts)
  if (stopped) return stop(stopped, 3)
  if (actions(facts).length > 0) facts = await doWhatIsMissing(look, root, lockFor(facts, root))
  if (facts.install.state === 'unstamped') stamp(root, facts.install.digest)
  const unusable = nodeRefusal(facts)
  if (unusable) return stop(unusable, 3)
  return start(facts.node.path, asked, root)
}

// Whoever uses an installed package may not write to it.
function lockFor(facts, root) {
  if (facts.install.state !== 'packaged') return join(root, '.polygraph-setup.lock')
  return join(tmpdir(), `polygraph-setup-${facts.uid}.lock`)
}

async function doWhatIsMissing(look, root, lock) {
  const giveBack = await takeLock(lock, {
    told: (pid) => say(`waiting for another set-up of this folder (process ${pid})`),
  })
  process.on('exit', giveBack)
  const interrupted = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal, index) => {
    const handler = () => process.exit([130, 143, 129][index])
    process.on(signal, handler)
    return () => process.removeListener(signal, handler)
  })
  try {
    // Looked at again after each step: while this one waited, the other may have done it all, and what an
    // install leaves undone (npm told to run no scripts) shows only afterwards.
    const done = new Set()
    for (;;) {
      const facts = look()
      const stopped = done.has('packages') ? packagesRefusal(facts) : null
      if (stopped) throw new SetUpFailed(stopped)
      const next = actions(facts).find((action) => !done.has(action.kind))
      if (!next) return facts
      say(next.line)
      await carryOut(next, { root, facts })
      done.add(next.kind)
    }
  } finally {
    giveBack()
    process.removeListener('exit', giveBack)
    for (const undo of interrupted) undo()
  }
}

function dryRun(facts, asked, root) {
  const list = actions(facts)
  const stopped = refusal(facts)
  if (stopped) {
    console.log(`would stop: ${stopped}`)
    return 0
  }
  for (const action of list) console.log(`would do: ${action.line}`)
  if (list.length === 0 && asked.quiet) return 0
  if (list.length === 0) console.log('nothing is missing')
  for (const { argv } of programsFor(asked.goal, asked.args, root)) {
    console.log(`would start, with the pinned Node: ${argv.map((part) => shown(part, root)).join(' ')}`)
  }
  return 0
}

function shown(part, root) {
  return part.startsWith(`${root}/`) ? relative(root, part) : part
}

async function start(node, asked, root) {
  const programs = programsFor(asked.goal, asked.args, root)
  const absent = programs.find(({ argv }) => !existsSync(argv.find((part) => !part.startsWith('-'))))
  if (programs.length === 0 || absent) return stop(`There is nothing to start for ${asked.goal} in ${root}.`, 2)
  let first = 0
  for (const { argv, cwd } of programs) {
    const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}:${process.env.PATH || ''}` }
    const code = await runToEnd(node, argv, cwd ? { cwd, env } : {})
    first = first || code
    if (code > 128) break
  }
  return first
}

const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
main(process.argv.slice(2), thisHost(), root).then(
  (code) => {
    process.exitCode = code
  },
  (error) => {
    // The system's own errors (EACCES, ENOSPC) are sentences already; a stack would bury them.
    console.error(error instanceof SetUpFailed || error.code ? `set-up: ${error.message}` : error)
    process.exitCode = 3
  },
)
