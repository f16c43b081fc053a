/** A small checkout with the real set-up and the real command in it, and an npm that installs the pinned Node only. */
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathOutside } from '../../scripts/setup/facts.mjs'
import { majorOf } from '../../scripts/setup/program.mjs'
import { ROOT } from '../house/files.ts'
import { scratch } from './scratch.ts'

/** The host's own Node where it is older than the pinned one; null where it is not. */
export const OLD_NODE = findOldNode()

/** What the program of a small checkout says about how it was started. */
export interface Started {
  args: string[]
  version: string
  flags: string[]
  cwd: string
  built: boolean
}

/** Makes a checkout; `at` is its place in a scratch folder, `main` the text of its program. */
export function checkout({ at = 'checkout', main = TELL, built = false, pinned = true } = {}): string {
  const root = join(scratch(), at)
  cpSync(join(ROOT, 'scripts'), join(root, 'scripts'), { recursive: true })
  cpSync(join(ROOT, 'bin'), join(root, 'bin'), { recursive: true })
  write(join(root, 'package.json'), '{"name":"polygraph","type":"module"}')
  if (!at.includes('node_modules')) write(join(root, 'package-lock.json'), '{"packages":{"":{},"node_modules/node":{"version":"24.21.0"}}}')
  if (built) write(join(root, 'dist', 'src', 'cli', 'main.js'), main.replace('built: false', 'built: true'))
  write(join(root, 'src', 'cli', 'main.ts'), main)
  if (pinned) {
    pin(root)
    write(join(root, 'node_modules', '.package-lock.json'), '{"packages":{"node_modules/node":{"version":"24.21.0"}}}')
  }
  return root
}

const TELL = `
const told: object = { args: process.argv.slice(2), version: process.versions.node, flags: process.execArgv, cwd: process.cwd(), built: false }
console.log(JSON.stringify(told))
`.replace(': object', '')

/** Puts this very Node into a checkout as its pinned one. */
export function pin(root: string): void {
  const home = join(root, 'node_modules', 'node')
  write(join(home, 'package.json'), `{"version":"${process.versions.node}"}`)
  mkdirSync(join(home, 'bin'), { recursive: true })
  symlinkSync(process.execPath, join(home, 'bin', 'node'))
}

/** A PATH whose npm does what `script` says; it notes its arguments in npm.log of its working folder. */
export function pathWithNpm(script: string): string {
  const folder = scratch()
  write(join(folder, 'npm'), `#!/bin/sh\necho "$*" >> npm.log\n${script}\n`, 0o755)
  return `${folder}:/usr/bin:/bin`
}

/** What such an npm has to do for the pinned Node to be there. */
export const PINS = `
mkdir -p node_modules/node/bin
echo '{"version":"${process.versions.node}"}' > node_modules/node/package.json
ln -sf '${process.execPath}' node_modules/node/bin/node`

export interface Options {
  node?: string
  cwd?: string
  path?: string
}

/** Runs a script of a checkout and answers with what it said. */
export function run(script: string, args: string[], { node = OLD_NODE ?? process.execPath, cwd = dirname(script), path = '/usr/bin:/bin' }: Options = {}) {
  const done = spawnSync(node, [script, ...args], { encoding: 'utf8', cwd, env: { PATH: path } })
  return { code: done.status, out: done.stdout, err: done.stderr }
}

/** Starts a script of a checkout and answers once its program has said "ready". */
export async function startUntilReady(script: string, args: string[]) {
  const child = spawn(OLD_NODE ?? process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env: { PATH: '/usr/bin:/bin' } })
  const ended = new Promise<number | null>((resolve) => {
    child.on('exit', (code) => resolve(code))
  })
  let out = ''
  const pid = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
      const ready = /ready (\d+)\n/.exec(out)
      if (ready) resolve(Number(ready[1]))
    })
    child.on('exit', () => reject(new Error(`ended before it was ready: ${out}`)))
  })
  return { child, pid, ended, said: () => out }
}

function write(file: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode })
}

function findOldNode(): string | null {
  for (const folder of pathOutside(process.env.PATH ?? '').split(':')) {
    const file = join(folder, 'node')
    const asked = spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' })
    if (asked.status === 0) return majorOf(asked.stdout.trim()) < 24 ? file : null
  }
  return null
}
