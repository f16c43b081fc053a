#!/usr/bin/env node
// The command. It must start, and say one sentence, on any Node a host may have: Node 14 syntax, no dependencies.
import { existsSync, realpathSync } from 'fs'
import { dirname, join } from 'path'
import { fileURLToPath, pathToFileURL } from 'url'
import { decide, findPinnedNode, programIn } from '../scripts/setup/program.mjs'
import { runToEnd } from '../scripts/setup/spawn.mjs'

const root = dirname(dirname(realpathSync(fileURLToPath(import.meta.url))))
const script = join(root, 'scripts', 'setup.mjs')
const step = decide({
  args: process.argv.slice(2),
  program: programIn(root),
  version: process.versions.node,
  flags: process.execArgv,
  execPath: process.execPath,
  pinned: findPinnedNode(root),
  setUpScript: existsSync(script) ? script : null,
})

if (step.kind === 'stop') {
  console.error(step.because)
  process.exitCode = 3
} else if (step.kind === 'spawn') {
  runToEnd(step.command, step.args).then((code) => {
    process.exitCode = code
  })
} else {
  import(pathToFileURL(step.file).href).catch((error) => {
    console.error(error)
    process.exitCode = 3
  })
}
