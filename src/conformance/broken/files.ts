import { posix } from 'node:path'
import type { Backend, Bounds, Change, FileEntry, Fork, ReadResult } from '../../contract/index.ts'
import type { Broken } from './index.ts'
import { wrap } from './wrap.ts'

/** One that lays other files than were asked for. */
const laying = (name: string, because: string, change: (file: FileEntry) => FileEntry): Broken => ({
  because, wrap: (inner: Backend) => wrap(inner, name, { put: (fork, files) => fork.put(files.map(change)) }),
})

/** One that answers otherwise what lies at a path, in forks and in sealed states. */
const answering = (name: string, because: string, change: (results: readonly ReadResult[]) => readonly ReadResult[]): Broken => ({
  because,
  wrap: (inner: Backend) => wrap(inner, name, {
    get: async (fork, paths, bounds) => change(await fork.get(paths, bounds)),
    read: async (state, paths, bounds) => change(await state.read(paths, bounds)),
  }),
})

/** One that lists other changes than there were. */
const listing = (name: string, because: string, change: (changes: readonly Change[], complete: boolean) => { changes: readonly Change[]; complete: boolean }): Broken => ({
  because,
  wrap: (inner: Backend) => wrap(inner, name, { changes: async (state, bounds) => {
    const { changes, complete } = await state.changes(bounds)
    return change(changes, complete)
  } }),
})

const asText = (bytes: Uint8Array): Uint8Array => Buffer.from(Buffer.from(bytes).toString('utf8'))
const plain = (path: string): string => path.split('/').map((part) => part.replaceAll(/[^\w.-]/g, '_').slice(0, 100)).join('/')
const more = (bounds: Bounds): Bounds => ({ files: bounds.files * 1000, bytesPerFile: bounds.bytesPerFile * 1000, bytes: bounds.bytes * 1000 })

/** Backends that lay or read files wrongly. */
export const FILES = {
  'loses-modes': laying('loses-modes', 'files are laid with mode 0644, whatever was asked', (file) => ({ ...file, mode: 0o644 })),
  'ignores-owner': laying('ignores-owner', 'all files belong to the agent', (file) => ({ ...file, owner: 'agent' })),
  'lays-text': laying('lays-text', 'files are laid as text', (file) => ({ ...file, bytes: asText(file.bytes) })),
  'mangles-text': laying('mangles-text', 'line ends of files are made those of this system', (file) => ({ ...file, bytes: Buffer.from(Buffer.from(file.bytes).toString('latin1').replaceAll(/\r\n?/g, '\n'), 'latin1') })),
  'cuts-files': laying('cuts-files', 'files are cut at 1 MiB', (file) => ({ ...file, bytes: file.bytes.slice(0, 1 << 20) })),
  'mangles-names': laying('mangles-names', 'names are cut at 100 characters and made plain', (file) => ({ ...file, path: plain(file.path) })),
  'resolves-dots': laying('resolves-dots', 'dots in a path are resolved rather than refused', (file) => ({ ...file, path: posix.normalize(file.path) })),
  'drops-empty-files': { because: 'files without content are not laid', wrap: (inner: Backend) => wrap(inner, 'drops-empty-files', { put: (fork, files) => fork.put(files.filter(({ bytes }) => bytes.length > 0)) }) },
  'drops-files': { because: 'of many files only the first hundred are laid', wrap: (inner: Backend) => wrap(inner, 'drops-files', { put: (fork, files) => fork.put(files.slice(0, 100)) }) },
  'keeps-what-stands': { because: 'a file is laid only where nothing stands', wrap: (inner: Backend) => wrap(inner, 'keeps-what-stands', { put: putWhereNothingStands }) },
  'needs-parents': { because: 'a file is laid only where its folder stands', wrap: (inner: Backend) => wrap(inner, 'needs-parents', { put: putWhereFolderStands }) },
  'puts-by-shell': { because: 'files are laid by a shell in the fork', wrap: (inner: Backend) => wrap(inner, 'puts-by-shell', { put: putByShell }) },
  'gets-by-shell': { because: "files are read by the fork's own programs", wrap: getsByShell },
  'reads-missing-as-empty': answering('reads-missing-as-empty', 'a file that is not there is read as an empty one', (results) => results.map((result) => result.state === 'missing' ? { path: result.path, state: 'file', bytes: new Uint8Array(), mode: 0o644, links: 1 } : result)),
  'hides-types': answering('hides-types', 'all that is no small regular file is said to be missing', (results) => results.map((result) => result.state === 'file' ? result : { path: result.path, state: 'missing' })),
  'sorts-answers': answering('sorts-answers', 'answers come in order of path, each once', (results) => [...new Map(results.map((result) => [result.path, result])).values()].toSorted((a, b) => a.path < b.path ? -1 : 1)),
  'ignores-bounds': { because: 'a thousand times what was asked is read', wrap: (inner: Backend) => wrap(inner, 'ignores-bounds', { get: (fork, paths, bounds) => fork.get(paths, more(bounds)), read: (state, paths, bounds) => state.read(paths, more(bounds)) }) },
  'reads-text': { because: 'what is read from a sealed state is decoded as text', wrap: (inner: Backend) => wrap(inner, 'reads-text', { read: async (state, paths, bounds) => (await state.read(paths, bounds)).map((result) => result.state === 'file' ? { ...result, bytes: asText(result.bytes) } : result) }) },
  'lists-no-changes': listing('lists-no-changes', 'a sealed state is said to be as its base', () => ({ changes: [], complete: true })),
  'forgets-deletions': listing('forgets-deletions', 'the list of changes holds what is there, not what is gone', (changes, complete) => ({ changes: changes.filter(({ change }) => change !== 'deleted').map((each) => each.change === 'replaced' ? { ...each, change: 'changed' } : each), complete })),
  'lists-paths-alone': listing('lists-paths-alone', 'the list of changes holds paths alone', (changes, complete) => ({ changes: changes.map((each) => ({ ...each, mode: 0, sha256: null, target: null, xattrs: {}, owner: 0, group: 0 })), complete })),
  'sorts-by-locale': listing('sorts-by-locale', 'changes are sorted as a locale sorts', (changes, complete) => ({ changes: changes.toSorted((a, b) => a.path.localeCompare(b.path, 'en')), complete })),
  'calls-all-complete': listing('calls-all-complete', 'a list of changes is always said to be complete', (changes) => ({ changes, complete: true })),
} as const satisfies Readonly<Record<string, Broken>>

const LOOK: Bounds = { files: 100_000, bytesPerFile: 1 << 30, bytes: 1 << 30 }

async function putWhereNothingStands(fork: Fork, files: readonly FileEntry[]): Promise<void> {
  const found = await fork.get(files.map(({ path }) => path), LOOK)
  await fork.put(files.filter((_, place) => found[place]?.state === 'missing'))
}

async function putWhereFolderStands(fork: Fork, files: readonly FileEntry[]): Promise<void> {
  const found = await fork.get(files.map(({ path }) => posix.dirname(path)), LOOK)
  await fork.put(files.filter((_, place) => found[place]?.state !== 'missing'))
}

const SHELL = { cwd: '/', env: { PATH: '/usr/bin:/bin' }, wallSeconds: 1 } as const

/** As many a tool does it: links are followed, what stands in the way stays, and nobody looks at how it ended. */
async function putByShell(fork: Fork, files: readonly FileEntry[]): Promise<void> {
  for (const { path, bytes, mode, owner } of files) {
    await fork.exec({ ...SHELL, user: owner, stdin: bytes, argv: ['/bin/sh', '-c', 'mkdir -p "${1%/*}"; cat > "$1"; chmod "$2" "$1"', 'sh', path, mode.toString(8)] })
  }
}

async function getByShell(fork: Fork, paths: readonly string[], bounds: Bounds): Promise<readonly ReadResult[]> {
  const answers: ReadResult[] = []
  for (const path of paths) {
    const { exitCode, timedOut, stdout } = await fork.exec({ ...SHELL, user: 'agent', outputBytes: bounds.bytesPerFile, argv: ['/bin/cat', '--', path] })
    answers.push(exitCode === 0 || timedOut ? { path, state: 'file', bytes: stdout, mode: 0o644, links: 1 } : { path, state: 'missing' })
  }
  return answers
}

function getsByShell(inner: Backend): Backend {
  return wrap(inner, 'gets-by-shell', {
    get: getByShell,
    async read(state, paths, bounds) {
      const fork = await state.fork()
      try {
        return await getByShell(fork, paths, bounds)
      } finally {
        await fork.discard()
      }
    },
  })
}
