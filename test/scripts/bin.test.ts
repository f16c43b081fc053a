import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { decide, SOURCE_FLAG } from '../../scripts/setup/program.mjs'
import { codeOf } from '../../scripts/setup/spawn.mjs'
import { checkout, OLD_NODE, pin, run, startUntilReady } from './checkout.ts'

const bin = (root: string) => join(root, 'bin', 'polygraph.mjs')
const INSTALLED = join('node_modules', 'polygraph')

// Needs a host whose own Node is older; on others the decision below stands in for it.
describe.skipIf(OLD_NODE === null)('on an older Node', () => {
  test('a checkout runs its source under the pinned Node', () => {
    const { code, out, err } = run(bin(checkout()), ['list', 'agents'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({ args: ['list', 'agents'], version: process.versions.node, flags: [SOURCE_FLAG], built: false })
  })

  test('an installed package runs its built files, never its source', () => {
    const root = checkout({ at: INSTALLED, built: true, pinned: false })
    pin(join(root, '..', '..'))
    expect(JSON.parse(run(bin(root), ['list']).out)).toMatchObject({ args: ['list'], version: process.versions.node, flags: [], built: true })
  })

  test('without a pinned Node it says one sentence and ends with 3', () => {
    const { code, out, err } = run(bin(checkout({ pinned: false })), ['list'])
    expect({ code, out }).toEqual({ code: 3, out: '' })
    expect(err).toMatch(/^Polygraph needs Node 24 or newer and this is [\d.]+: run npm run polygraph instead[^\n]*\.\n$/)
  })
})

describe('on the pinned Node', () => {
  const node = process.execPath

  test('a checkout starts again, with the condition that its imports need', () => {
    expect(JSON.parse(run(bin(checkout()), ['x'], { node }).out)).toMatchObject({ args: ['x'], flags: [SOURCE_FLAG] })
  })

  test('an installed package goes straight to its program', () => {
    const root = checkout({ at: INSTALLED, built: true, pinned: false })
    expect(JSON.parse(run(bin(root), ['x'], { node }).out)).toMatchObject({ args: ['x'], flags: [], built: true })
  })

  test('a package without a built program says so', () => {
    expect(run(bin(checkout({ at: INSTALLED })), ['x'], { node })).toMatchObject({ code: 3, err: expect.stringContaining('npm pack') })
  })

  test('the exit code is that of the program', () => {
    expect(run(bin(checkout({ main: 'process.exit(5)' })), [], { node }).code).toBe(5)
    expect(run(bin(checkout({ main: "process.kill(process.pid, 'SIGKILL')" })), [], { node }).code).toBe(137)
  })

  test('a program that cannot be loaded is infrastructure', () => {
    const root = checkout({ at: INSTALLED, built: true, main: "throw new Error('broken')" })
    expect(run(bin(root), [], { node })).toMatchObject({ code: 3, err: expect.stringContaining('broken') })
  })

  test('Ctrl-C reaches the program', async () => {
    const started = await startUntilReady(bin(checkout({ main: "setInterval(() => {}, 1000); console.log('ready ' + process.pid)" })), [])
    started.child.kill('SIGINT')
    expect(await started.ended).toBe(130)
  })
})

describe('the decision', () => {
  const base = {
    args: ['list'],
    program: { file: '/p/src/cli/main.ts', flags: [SOURCE_FLAG], source: true },
    version: '24.21.0',
    flags: [] as string[],
    execPath: '/bin/node',
    pinned: { path: '/p/node_modules/node/bin/node', version: '24.21.0' },
    setUpScript: '/p/scripts/setup.mjs',
  }

  test('is to load the program where Node and flags fit', () => {
    expect(decide({ ...base, flags: [SOURCE_FLAG] })).toEqual({ kind: 'load', file: '/p/src/cli/main.ts' })
  })

  test('is to go through set-up for reproduce, except for its help', () => {
    const reproduce = { ...base, args: ['reproduce', '--seed', '7'] }
    expect(decide(reproduce)).toEqual({ kind: 'spawn', command: '/bin/node', args: ['/p/scripts/setup.mjs', 'reproduce', '--seed', '7'] })
    expect(decide({ ...reproduce, version: '14.21.3' })).toMatchObject({ command: '/p/node_modules/node/bin/node', args: ['/p/scripts/setup.mjs', 'reproduce', '--seed', '7'] })
    expect(decide({ ...reproduce, args: ['reproduce', '--help'] })).toMatchObject({ args: [SOURCE_FLAG, '/p/src/cli/main.ts', 'reproduce', '--help'] })
  })

  test('is to say what an installed package lacks', () => {
    const program = { ...base.program, source: false }
    expect(decide({ ...base, program, version: '20.20.2', pinned: null })).toMatchObject({ kind: 'stop', because: expect.stringContaining('install Node 24 or newer') })
    expect(decide({ ...base, program: null })).toMatchObject({ kind: 'stop' })
  })
})

test('exit codes are those of a shell', () => {
  expect([codeOf(0, null), codeOf(3, null), codeOf(null, 'SIGINT'), codeOf(null, 'SIGTERM')]).toEqual([0, 3, 130, 143])
})
