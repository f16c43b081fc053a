import type { Backend, FileEntry, Fork } from '../../contract/index.ts'
import type { Broken } from './index.ts'
import { behind, rootGranted, wrap } from './wrap.ts'

/** Lays a file with a shell's redirection: into whatever stands there, through whatever link. */
async function writeInPlace(fork: Fork, { path, bytes, mode, owner }: FileEntry): Promise<void> {
  const script = 'mkdir -p "${1%/*}" && cat > "$1" && chmod "$2" "$1" && chown "$3:" "$1"'
  await fork.exec({
    argv: ['/bin/sh', '-c', script, 'sh', path, mode.toString(8), owner], user: 'root', cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdin: bytes, wallSeconds: 20,
  })
}

/** Opens the folder of a file to everybody, as its owner. */
async function openFolder(fork: Fork, { path, owner }: FileEntry): Promise<void> {
  await fork.exec({ argv: ['/bin/chmod', '0777', path.slice(0, path.lastIndexOf('/')) || '/'], user: owner, cwd: '/', env: {}, wallSeconds: 20 })
}

/** Backends that don't keep what is a verifier's from the agent. */
export const SECRETS = {
  'logs-puts': {
    because: 'what is laid in a fork is also written to a log in /var/tmp',
    wrap: (inner: Backend) => wrap(inner, 'logs-puts', { put: (fork, files) => fork.put([...files, ...files.map(({ bytes }, n): FileEntry => ({ path: `/var/tmp/put-${n}.log`, bytes, mode: 0o644, owner: 'agent' }))]) }),
  },
  'writes-in-place': {
    because: 'files are written into what stands at their path, through links',
    wrap: (inner: Backend) => wrap(inner, 'writes-in-place', { prepare: rootGranted, put: async (fork, files) => { for (const file of files) await writeInPlace(fork, file) } }),
  },
  'opens-folders': {
    because: 'the folders of files that are laid can be written by everybody',
    wrap: (inner: Backend) => wrap(inner, 'opens-folders', { put: async (fork, files) => { await fork.put(files); for (const file of files) await openFolder(fork, file) } }),
  },
  'lays-answers': {
    because: "the held-out answers lie in every start state, in the agent's HOME",
    wrap: (inner: Backend) => wrap(inner, 'lays-answers', { prepare: (backend, environment, files, asked) =>
      backend.prepare(environment, [...files, { path: `${asked?.home ?? '/home/agent'}/held-out.json`, bytes: Buffer.from('{}'), mode: 0o644, owner: 'agent' }], asked) }),
  },
  'says-evaluation': { because: 'a variable tells every command that it is being evaluated', wrap: (inner: Backend) => behind(inner, 'says-evaluation', 'export POLYGRAPH_EVALUATION=1') },
} as const satisfies Readonly<Record<string, Broken>>
