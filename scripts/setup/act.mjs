// Carries out what plan.mjs decided. Commands are quiet unless they fail; then the end of what they said is shown.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathOutside, STAMP } from './facts.mjs'

/** A set-up step that failed; its message is the sentence the user reads. */
export class SetUpFailed extends Error {}

/** Carries out one action. `run` answers { code, said } and is given by tests. */
export async function carryOut(action, { root, facts, run = runQuietly }) {
  if (action.kind === 'packages') return installPackages(action, run)
  if (action.kind === 'install') return installModules(action, { root, facts, run })
  return rebuildNode({ root, facts, run })
}

/** Notes which lock file node_modules was installed from. */
export function stamp(root, digest) {
  const file = join(root, STAMP)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${digest}\n`)
}

async function installPackages({ names, sudo }, run) {
  // env behind sudo, because sudo keeps no variables of ours.
  const asRoot = [...(sudo ? ['sudo'] : []), 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=300']
  const apt = (args) => run(asRoot[0], [...asRoot.slice(1), ...args])
  // One broken third-party source makes update fail while the packages at hand would still install.
  const update = await apt(['update'])
  const install = await apt(['install', '-y', '--no-install-recommends', ...names])
  if (install.code === 0) return
  const said = update.code === 0 ? install.said : `${update.said}\n${install.said}`
  throw new SetUpFailed(`apt-get could not install ${names.join(', ')}:\n${lastLines(said)}`)
}

async function installModules({ digest }, { root, facts, run }) {
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const done = await run(facts.npm, args, { cwd: root, env: npmEnvironment(process.env) })
  if (done.code !== 0) throw new SetUpFailed(`npm ci failed:\n${lastLines(done.said)}`)
  stamp(root, digest)
}

async function rebuildNode({ root, facts, run }) {
  if (!facts.npm) throw new SetUpFailed('npm is not on PATH: install Node 20 or newer together with npm.')
  const args = ['rebuild', 'node', '--ignore-scripts=false', '--no-progress', '--loglevel=error']
  const done = await run(facts.npm, args, { cwd: root, env: npmEnvironment(process.env) })
  if (done.code !== 0) throw new SetUpFailed(`npm rebuild node failed:\n${lastLines(done.said)}`)
}

// What an outer npm was told about its own command (npm pack --dry-run, npm install -g) would reach the inner one
// through the environment and make it do something else.
const OF_THE_OUTER_COMMAND =
  /^npm_config_(dry_run|json|global|location|prefix|local_prefix|pack_destination|workspaces?|include_workspace_root|package_lock(_only)?|omit|only|production|save.*|loglevel|silent)$/i

/** The environment for an npm that runs inside another npm's script. */
export function npmEnvironment(env) {
  const kept = Object.entries(env).filter(([name]) => !OF_THE_OUTER_COMMAND.test(name))
  return { ...Object.fromEntries(kept), PATH: pathOutside(env.PATH || '') }
}

function lastLines(text) {
  return text.trim().split('\n').slice(-30).join('\n')
}

function runQuietly(command, args, options = {}) {
  return new Promise((resolve) => {
    // Input stays connected, as sudo may have to ask for a password.
    const child = spawn(command, args, { ...options, stdio: ['inherit', 'pipe', 'pipe'] })
    // Set-up that is told to stop must not leave an npm behind that goes on writing.
    const stop = () => child.kill()
    process.once('exit', stop)
    let said = ''
    const add = (text) => {
      said = (said + text).slice(-100_000)
    }
    child.stdout.setEncoding('utf8').on('data', add)
    child.stderr.setEncoding('utf8').on('data', add)
    const end = (result) => {
      process.removeListener('exit', stop)
      resolve(result)
    }
    child.on('error', (error) => end({ code: null, said: error.message }))
    child.on('close', (code) => end({ code, said }))
  })
}
