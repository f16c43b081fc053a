import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBelow, ROOT } from '../house/files.ts'
import { checkout, OLD_NODE, pathWithNpm, PINS, run, startUntilReady, type Started } from './checkout.ts'
import { scratch } from './scratch.ts'

const setup = (root: string) => join(root, 'scripts', 'setup.mjs')
const everything = (root: string) => filesBelow(root, ['.'], /./).concat(existsSync(join(root, 'node_modules')) ? ['node_modules'] : [])

describe('a dry run', () => {
  test('says what is missing and what would start, and changes nothing', () => {
    const root = checkout({ pinned: false })
    const before = everything(root)
    const path = pathWithNpm(PINS)
    const { code, out, err } = run(setup(root), ['--dry-run', 'polygraph', 'list', 'agents'], { path })
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.split('\n')).toEqual([
      'would do: npm ci, because node_modules is missing',
      'would start, with the pinned Node: --conditions=polygraph-source src/cli/main.ts list agents',
      '',
    ])
    expect(everything(root)).toEqual(before)
  })

  test('says that nothing is missing, or nothing at all when asked to be quiet', () => {
    const root = checkout()
    expect(run(setup(root), ['check', '--dry-run']).out).toContain('nothing is missing\n')
    expect(run(setup(root), ['--dry-run', '--quiet-if-done', 'check'])).toEqual({ code: 0, out: '', err: '' })
  })

  test('says what would stop it', () => {
    const { code, out } = run(setup(checkout({ pinned: false })), ['--dry-run', 'check'], { path: scratch() })
    expect({ code, out }).toEqual({ code: 0, out: 'would stop: npm is not on PATH: install Node 20 or newer together with npm.\n' })
  })
})

describe('set-up', () => {
  test('installs what is missing, then starts the pinned Node by its path, and is quiet the second time', () => {
    const root = checkout({ pinned: false })
    const path = pathWithNpm(PINS)
    const first = run(setup(root), ['polygraph', 'list', '--json'], { path, cwd: root })
    expect(first.err).toBe('set-up: npm ci, because node_modules is missing\n')
    expect(JSON.parse(first.out)).toMatchObject({ args: ['list', '--json'], version: process.versions.node })
    const second = run(setup(root), ['polygraph', 'list'], { path, cwd: root })
    expect(second).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(join(root, 'npm.log'), 'utf8').trim().split('\n')).toHaveLength(1)
  })

  test('installs again when the lock file has changed', () => {
    const root = checkout()
    const path = pathWithNpm(PINS)
    expect(run(setup(root), ['polygraph'], { path }).err).toBe('')
    writeFileSync(join(root, 'package-lock.json'), '{"packages":{"":{},"node_modules/node":{"version":"24.99.0"}}}')
    expect(run(setup(root), ['polygraph'], { path }).err).toBe('set-up: npm ci, because node_modules is not what package-lock.json says\n')
  })

  test('runs the install script of the pinned Node where npm was told to run none', () => {
    const root = checkout({ pinned: false })
    const path = pathWithNpm(`mkdir -p node_modules; if [ "$1" = rebuild ]; then ${PINS.trim().replaceAll('\n', ' && ')}; fi`)
    const { code, err } = run(setup(root), ['polygraph'], { path })
    expect(err.trim().split('\n')).toEqual([
      'set-up: npm ci, because node_modules is missing',
      'set-up: npm rebuild node, because the pinned Node is not usable: npm did not run its install script',
    ])
    expect(code).toBe(0)
  })

  test('ends with what npm said where npm fails, and leaves no lock behind', () => {
    const root = checkout({ pinned: false })
    const { code, err } = run(setup(root), ['polygraph'], { path: pathWithNpm('echo the registry is away >&2; exit 1') })
    expect(code).toBe(3)
    expect(err).toContain('set-up: npm ci failed:\nthe registry is away\n')
    expect(everything(root).filter((file) => file.includes('.lock'))).toEqual([])
  })

  test('keeps the folder it was called from, so that relative paths mean what they say', () => {
    const elsewhere = scratch()
    const { out } = run(setup(checkout()), ['polygraph', 'run', '--out', 'here'], { cwd: elsewhere })
    expect(JSON.parse(out)).toMatchObject({ cwd: elsewhere, args: ['run', '--out', 'here'] } satisfies Partial<Started>)
  })

  test.each([
    [['check', '--dry-run', '--x'], 0],
    [['--x', 'check'], 2],
    [['nonsense'], 2],
    [['bench', '--backend', 'command'], 2],
  ])('%j ends with %i', (args, code) => {
    expect(run(setup(checkout()), args).code).toBe(code)
  })

  test('two at once install once', async () => {
    const root = checkout({ pinned: false })
    const path = pathWithNpm(`sleep 0.5; ${PINS}`)
    const node = OLD_NODE ?? process.execPath
    const one = () =>
      new Promise<number | null>((resolve) => {
        spawn(node, [setup(root), 'polygraph'], { stdio: 'ignore', env: { PATH: path } }).on('exit', resolve)
      })
    expect(await Promise.all([one(), one(), one()])).toEqual([0, 0, 0])
    expect(readFileSync(join(root, 'npm.log'), 'utf8')).toMatch(/^ci [^\n]*\n$/)
  })

  test('takes over from a set-up that was killed', () => {
    const root = checkout({ pinned: false })
    mkdirSync(join(root, '.polygraph-setup.lock'))
    writeFileSync(join(root, '.polygraph-setup.lock', 'owner.json'), '{"pid":4194304,"started":"1"}')
    expect(run(setup(root), ['polygraph'], { path: pathWithNpm(PINS) })).toMatchObject({ code: 0 })
    expect(existsSync(join(root, '.polygraph-setup.lock'))).toBe(false)
  })
})

describe('a signal', () => {
  const WAITS = `
    process.on('SIGTERM', () => { console.log('told'); process.exit(7) })
    setInterval(() => {}, 1000)
    console.log('ready ' + process.pid)`

  test('reaches the program, whose exit code is the answer', async () => {
    const started = await startUntilReady(setup(checkout({ main: WAITS })), ['polygraph'])
    started.child.kill('SIGTERM')
    expect(await started.ended).toBe(7)
    expect(started.said()).toContain('told')
  })

  test('that kills the program gives the exit code a shell gives', async () => {
    const started = await startUntilReady(setup(checkout({ main: WAITS })), ['polygraph'])
    started.child.kill('SIGINT')
    expect(await started.ended).toBe(130)
    expect(() => process.kill(started.pid, 0)).toThrow('ESRCH')
  })

  test('from the terminal reaches the program once, not twice', () => {
    const counts = `
      let count = 0
      process.on('SIGINT', () => { console.log('ctrl-c ' + ++count); setTimeout(() => process.exit(42), 300) })
      setInterval(() => {}, 1000)
      console.log('ready')`
    const args = [join(ROOT, 'test', 'scripts', 'ctrl-c.py'), OLD_NODE ?? process.execPath, setup(checkout({ main: counts })), 'polygraph']
    const { stdout } = spawnSync('/usr/bin/python3', args, { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } })
    expect(stdout).toContain('ctrl-c 1')
    expect(stdout).not.toContain('ctrl-c 2')
    expect(stdout).toContain('exit 42')
  })
})
