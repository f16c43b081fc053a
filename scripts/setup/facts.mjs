// Looks at the machine and the checkout and changes nothing. What follows from the facts is decided in plan.mjs.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { sameInstall } from './install.mjs'
import { needsForks, packagesFor } from './needs.mjs'
import { findPinnedNode } from './program.mjs'

/** The marker that says which lock file node_modules was installed from. */
export const STAMP = join('node_modules', '.polygraph-setup')

/** The real machine. Tests give another one. */
export function thisHost() {
  return {
    platform: process.platform,
    uid: process.getuid ? process.getuid() : -1,
    terminal: Boolean(process.stdin.isTTY),
    path: process.env.PATH || '',
    exists: existsSync,
    executable,
    read: readText,
    run: (command, args, env) => {
      const done = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000, env: env || process.env })
      return { code: done.error ? null : done.status, said: `${done.stdout || ''}${done.stderr || ''}`.trim() }
    },
  }
}

/** Everything that set-up's decisions hang on. */
export function observe(host, root, goal, args) {
  const forks = needsForks(goal, args)
  const hasApt = host.exists('/usr/bin/apt-get')
  const missing = forks && host.platform === 'linux' ? packagesFor({ goal, args, uid: host.uid, hasApt }).filter((row) => !host.exists(row.file)) : []
  return {
    platform: host.platform,
    uid: host.uid,
    forks,
    hasApt,
    missing,
    sudo: missing.length > 0 ? sudoOf(host) : 'not needed',
    namespaces: forks && host.platform === 'linux' ? namespacesOf(host) : null,
    install: installOf(host, root),
    npm: onPath(host, 'npm'),
    node: nodeOf(host, root),
  }
}

function namespacesOf(host) {
  if (!host.exists('/usr/bin/unshare')) return { work: null, said: '' }
  // A real attempt: settings alone say too little, as AppArmor, seccomp and containers have their say as well.
  const attempts = host.uid === 0 ? [['-m', 'true'], ['-Urm', 'true']] : [['-Urm', 'true']]
  const tried = attempts.map((args) => host.run('/usr/bin/unshare', args))
  return {
    work: tried.some((attempt) => attempt.code === 0),
    said: tried.map((attempt) => attempt.said.split('\n')[0]).join('; '),
    apparmorRestricts: numberIn(host, '/proc/sys/kernel/apparmor_restrict_unprivileged_userns') === 1,
    most: numberIn(host, '/proc/sys/user/max_user_namespaces'),
    unprivileged: numberIn(host, '/proc/sys/kernel/unprivileged_userns_clone'),
  }
}

function sudoOf(host) {
  if (host.uid === 0) return 'not needed'
  const sudo = onPath(host, 'sudo')
  if (!sudo) return 'none'
  if (host.run(sudo, ['-n', 'true']).code === 0) return 'free'
  return host.terminal ? 'asks' : 'none'
}

// A package that was installed by npm has no lock file of its own: npm looked after its dependencies.
function installOf(host, root) {
  const lock = host.read(join(root, 'package-lock.json'))
  if (lock === null || root.split(sep).includes('node_modules')) return { state: 'packaged', digest: null }
  const digest = createHash('sha256').update(lock).digest('hex')
  if (!host.exists(join(root, 'node_modules'))) return { state: 'missing', digest }
  if ((host.read(join(root, STAMP)) || '').trim() === digest) return { state: 'current', digest }
  const installed = host.read(join(root, 'node_modules', '.package-lock.json'))
  return { state: installed !== null && sameInstall(lock, installed) ? 'unstamped' : 'differs', digest }
}

function nodeOf(host, root) {
  const found = findPinnedNode(root)
  if (!found) return { state: 'missing', path: null, said: '' }
  const answer = host.run(found.path, ['-p', 'process.versions.node'])
  const works = answer.code === 0 && answer.said.startsWith(`${found.version.split('.')[0]}.`)
  return { state: works ? 'works' : 'broken', path: found.path, said: answer.said }
}

/**
 * PATH without node_modules/.bin. npm run puts the pinned Node first there; what replaces node_modules must not run
 * on a Node that lies in it.
 */
export function pathOutside(path) {
  return path
    .split(delimiter)
    .filter((folder) => folder !== '' && !folder.includes(join('node_modules', '.bin')))
    .join(delimiter)
}

function onPath(host, name) {
  const folders = pathOutside(host.path).split(delimiter)
  return folders.map((folder) => join(folder, name)).find((file) => host.executable(file)) || null
}

function executable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function numberIn(host, file) {
  const text = host.read(file)
  return text === null ? null : Number(text)
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
