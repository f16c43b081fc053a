// The two ends of the build around tsc: an empty dist/, and the files that are not TypeScript laid beside the built ones.
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const BUILT = ['src', 'verifiers', 'conformance']
const LEFT_OUT = new Set(['__pycache__', 'node_modules', '.pytest_cache'])

/** Copies every file below the built folders that tsc leaves alone (check programs, Python, templates), keeping paths. */
export function copyAssets(root, dist = join(root, 'dist')) {
  for (const folder of BUILT.filter((name) => existsSync(join(root, name)))) copyTree(join(root, folder), join(dist, folder))
}

function copyTree(from, to) {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory() && !LEFT_OUT.has(entry.name)) copyTree(join(from, entry.name), join(to, entry.name))
    else if (entry.isFile() && !['.ts', '.pyc'].includes(extname(entry.name))) cpSync(join(from, entry.name), join(to, entry.name))
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
  // A file that was deleted from the source must not live on in a package.
  if (process.argv[2] === 'clean') rmSync(join(root, 'dist'), { recursive: true, force: true })
  else copyAssets(root)
}
