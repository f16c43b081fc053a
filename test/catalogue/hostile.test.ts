import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { loadCatalogue } from '../../src/catalogue/index.ts'
import { FOLDER_BOUNDS, readFolder } from '../../src/catalogue/folder.ts'
import { catalogueWith, lay, loadedFrom, problemsOf, scratch } from './scratch.ts'

describe('a catalogue folder may not hold', () => {
  test('a link, to a file inside or out, and it is not followed', async () => {
    const folder = catalogueWith()
    rmSync(join(folder, 'tasks/adding/solution/impl.py'))
    symlinkSync('/etc/passwd', join(folder, 'tasks/adding/solution/impl.py'))
    const problems = await problemsOf(folder)
    expect(problems).toContainEqual(expect.objectContaining({ file: 'tasks/adding/solution/impl.py', what: 'is a symbolic link; a catalogue holds regular files only' }))
    expect(JSON.stringify(problems)).not.toContain('root:')
  })

  test('a link to a folder, its own parent included', async () => {
    const folder = catalogueWith()
    symlinkSync('..', join(folder, 'agents/idle/up'))
    expect(await problemsOf(folder)).toEqual([expect.objectContaining({ file: 'agents/idle/up' })])
  })

  test('a link in place of an agent', async () => {
    const folder = catalogueWith()
    symlinkSync('idle', join(folder, 'agents/busy'))
    expect(await problemsOf(folder)).toEqual([expect.objectContaining({ file: 'agents/busy', fix: 'put a copy of the folder in its place' })])
  })

  test('a FIFO, on which a reader would wait for ever', async () => {
    const folder = catalogueWith({ 'agents/idle/run.sh': undefined })
    execFileSync('mkfifo', [join(folder, 'agents/idle/run.sh')])
    const problems = await problemsOf(folder)
    expect(problems).toContainEqual(expect.objectContaining({ file: 'agents/idle/run.sh', what: 'is a FIFO; a catalogue holds regular files only' }))
  })

  test('a socket', async () => {
    const folder = catalogueWith()
    const server = createServer().listen(join(folder, 'agents/idle/s'))
    onTestFinished(() => { server.close() })
    await new Promise((done) => server.once('listening', done))
    expect(await problemsOf(folder)).toEqual([expect.objectContaining({ file: 'agents/idle/s', what: 'is a socket; a catalogue holds regular files only' })])
  })

  test('a huge file, which is not read', async () => {
    const folder = catalogueWith({ 'agents/idle/big': '' })
    truncateSync(join(folder, 'agents/idle/big'), 64 * 1024 ** 3)
    expect(await problemsOf(folder)).toEqual([expect.objectContaining({ file: 'agents/idle/big', fix: 'make it smaller' })])
  })

  test('more files than the bound', async () => {
    const folder = catalogueWith(Object.fromEntries(Array.from({ length: FOLDER_BOUNDS.files + 5 }, (_, index) => [`agents/idle/f${index}`, ''])))
    expect(await problemsOf(folder)).toContainEqual(expect.objectContaining({ fix: 'keep only what the catalogue needs' }))
  })

  test('folders deeper than the bound', async () => {
    const folder = catalogueWith({ [`agents/idle/${'d/'.repeat(FOLDER_BOUNDS.depth + 5)}x`]: '' })
    expect(await problemsOf(folder)).toEqual([expect.objectContaining({ fix: 'flatten the folder' })])
  })

  test('a name that is not UTF-8, or moves a cursor', async () => {
    const folder = catalogueWith({ 'agents/idle/a\u001b[2J': '' })
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/agents/idle/b`), Buffer.from([0xff])]), '')
    const problems = await problemsOf(folder)
    expect(problems.map((problem) => problem.fix)).toEqual(['rename it to plain text', 'rename it to plain text'])
    expect(problems.map((problem) => problem.file)).toEqual(['agents/idle/a\\x1b[2J', 'agents/idle/bÿ'])
  })

  test.each(['Idle', 'idle_2', 'idle.2', '-idle', 'a'.repeat(64), 'i dle', '.idle'])('a folder called %j', async (name) => {
    const folder = catalogueWith({ [`agents/${name}/run.sh`]: '#\n' })
    expect(await problemsOf(folder)).toEqual([expect.objectContaining({ file: `agents/${name}`, what: `"${name}" is no id` })])
  })

  test('TOML that nests without end', async () => {
    const problems = await problemsOf(catalogueWith({ 'agents/idle/agent.toml': `a = ${'['.repeat(50_000)}` }))
    expect(problems).toHaveLength(1)
  })
})

describe('a catalogue folder may hold', () => {
  test('what tools leave behind, which is no part of it', async () => {
    const folder = catalogueWith()
    const before = (await loadedFrom(folder)).digest
    lay(folder, { 'tasks/adding/environment/workspace/__pycache__/x.pyc': 'x', 'tasks/adding/.pytest_cache/y': 'y', 'agents/__pycache__/z': 'z', 'agents/README.md': 'words' })
    expect((await loadedFrom(folder)).digest).toBe(before)
  })
})

describe('readFolder', () => {
  test('gives regular files in bytewise order, with the mode that git keeps', async () => {
    const folder = lay(scratch(), { 'b/z': '1', 'a.sh': '2', 'b.c': '3', é: '4', '﹏': '5', '𝒶': '6' })
    chmodSync(join(folder, 'b.c'), 0o600)
    mkdirSync(join(folder, 'empty'))
    const { files, faults } = await readFolder(folder)
    expect(faults).toEqual([])
    expect([...files.keys()]).toEqual(['a.sh', 'b.c', 'b/z', 'é', '﹏', '𝒶'])
    expect([...files.values()].map((file) => file.mode)).toEqual([0o755, 0o644, 0o644, 0o644, 0o644, 0o644])
  })
})

test('loadCatalogue never throws, whatever the bytes of a file', async () => {
  const file = fc.constantFrom('agents/idle/agent.toml', 'agents/idle/run.sh', 'tasks/adding/task.toml', 'tasks/adding/cases.toml', 'environments/python/environment.toml')
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '=', '"', ',', '.', '\n', 'a', '1', ' ') }).map((text) => Buffer.from(text)))
  await fc.assert(fc.asyncProperty(file, bytes, async (path, content) => {
    const folder = lay(scratch(), { 'agents/idle/run.sh': '#\n', [path]: content })
    expect((await loadCatalogue({ dirs: [folder] })).ok).toBe(false)
  }), { numRuns: 150 })
})
