// Where the program is and which Node may run it.
// Kept to syntax that Node 14 reads, because bin/polygraph.mjs loads it on whatever Node a user happens to have.
import { existsSync, readFileSync } from 'fs'
import { dirname, join, sep } from 'path'

/** The oldest Node that runs the program: it strips types by itself and has node:sqlite without a warning. */
export const OLDEST_NODE = 24

/** The export condition under which 'polygraph/…' means the source rather than the built files. */
export const SOURCE_FLAG = '--conditions=polygraph-source'

/** The major number of a version such as '24.21.0' or 'v24.21.0'. */
export function majorOf(version) {
  return Number(String(version).replace(/^v/, '').split('.')[0])
}

/**
 * The program of a checkout (TypeScript source) or of an installed package (built files), with the flags its Node needs;
 * null where a package holds neither.
 */
export function programIn(root) {
  // Node refuses to strip types below node_modules, so a package never runs its source even if it carries some.
  const installed = root.split(sep).includes('node_modules')
  const source = join(root, 'src', 'cli', 'main.ts')
  if (!installed && existsSync(source)) return { file: source, flags: [SOURCE_FLAG], source: true }
  const built = join(root, 'dist', 'src', 'cli', 'main.js')
  if (existsSync(built)) return { file: built, flags: [], source: false }
  return null
}

/**
 * The Node that the lock file pins: looked for in each node_modules from `from` upwards, as `require` would.
 * A found Node that is too old does not count.
 */
export function findPinnedNode(from) {
  for (let folder = from; ; folder = dirname(folder)) {
    const home = join(folder, 'node_modules', 'node')
    const path = join(home, 'bin', 'node')
    if (existsSync(path)) {
      const version = versionOf(join(home, 'package.json'))
      if (majorOf(version) >= OLDEST_NODE) return { path, version }
    }
    if (dirname(folder) === folder) return null
  }
}

function versionOf(file) {
  try {
    return String(JSON.parse(readFileSync(file, 'utf8')).version)
  } catch {
    return '0'
  }
}

/**
 * Decides what bin/polygraph.mjs does: load the program here, start it under another Node, go through set-up first,
 * or say why none of these is possible.
 */
export function decide({ args, program, version, flags, execPath, pinned, setUpScript }) {
  if (!program) {
    return { kind: 'stop', because: 'Polygraph: this package holds no built program; pack it again with npm pack.' }
  }
  const fits = majorOf(version) >= OLDEST_NODE
  const node = fits ? execPath : pinned && pinned.path
  if (!node) return { kind: 'stop', because: noNode(version, program.source) }
  if (wantsSetUp(args) && setUpScript) return { kind: 'spawn', command: node, args: [setUpScript, ...args] }
  if (fits && program.flags.every((flag) => flags.includes(flag))) return { kind: 'load', file: program.file }
  return { kind: 'spawn', command: node, args: [...program.flags, program.file, ...args] }
}

function wantsSetUp(args) {
  return args[0] === 'reproduce' && !args.includes('--help') && !args.includes('-h')
}

function noNode(version, source) {
  const todo = source
    ? 'run npm run polygraph instead, which installs the right one'
    : 'install Node 24 or newer, or allow the install script of the package "node" and install Polygraph again'
  return `Polygraph needs Node ${OLDEST_NODE} or newer and this is ${version}: ${todo}.`
}
