import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { arch, availableParallelism, cpus, release, totalmem, type as systemName } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../catalogue/project.ts'

/** What program this is, and on what machine it runs. Names no user, no host and no path. */
export interface Provenance {
  readonly program: string
  readonly lock: string
  readonly versions: Readonly<Record<string, string>>
  readonly host: Readonly<Record<string, string | number | null>>
}

const COMPILED = import.meta.url.endsWith('.js')

export async function provenance(): Promise<Provenance> {
  const root = projectRoot()
  const manifest = await readFile(join(root, 'package.json'), 'utf8')
  return {
    program: await programDigest(),
    // A package that was installed has no lock file of its own; its manifest pins what it needs.
    lock: sha256(await readFile(join(root, 'package-lock.json')).catch(() => manifest)),
    versions: { polygraph: String((JSON.parse(manifest) as { version?: unknown }).version), node: process.versions.node, form: COMPILED ? 'compiled' : 'source' },
    host: {
      system: systemName(), kernel: release(), arch: arch(), distribution: await distribution(),
      cpu: cpus()[0]?.model ?? null, cores: availableParallelism(), memory_mb: Math.round(totalmem() / (1 << 20)),
    },
  }
}

/** Digest of this program's own sources, as they lie on disk now. */
export function programDigest(): Promise<string> {
  return digestOfTree(join(projectRoot(), COMPILED ? 'dist' : 'src'))
}

/** Over the path and content of each file, in order of path. */
async function digestOfTree(root: string): Promise<string> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).filter((path) => !path.includes('__pycache__')).toSorted()
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${JSON.stringify([file.slice(root.length), sha256(await readFile(file))])}\n`)
  return hash.digest('hex')
}

function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function distribution(): Promise<string | null> {
  const text = await readFile('/etc/os-release', 'utf8').catch(() => '')
  return /^PRETTY_NAME="?([^"\n]*)/m.exec(text)?.[1] ?? null
}
