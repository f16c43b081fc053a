import { expect, test } from 'vitest'
import { invoke, type Invoked } from '../../../src/backends/command/invoke.ts'

type Started = Extract<Invoked, { started: true }>

async function started(argv: readonly string[], over: Partial<Parameters<typeof invoke>[0]> = {}): Promise<Started> {
  const invoked = await invoke({ argv, wallSeconds: 20, outputBytes: 1 << 16, ...over })
  if (!invoked.started) throw new Error(invoked.because)
  return invoked
}

test('streams, exit code and input are the command\'s', async () => {
  const { exitCode, signal, stdout, stderr, timedOut, truncated } = await started(['/bin/sh', '-c', 'cat; echo no >&2; exit 7'], { stdin: Buffer.from([0, 255, 10]) })
  expect({ exitCode, signal, timedOut, truncated, stdout: [...stdout], stderr: stderr.toString() })
    .toEqual({ exitCode: 7, signal: null, timedOut: false, truncated: { stdout: false, stderr: false }, stdout: [0, 255, 10], stderr: 'no\n' })
})

test('a death by signal is told', async () => {
  expect(await started(['/bin/sh', '-c', 'kill -TERM $$'])).toMatchObject({ exitCode: null, signal: 'SIGTERM', timedOut: false })
})

test('a program that is not there is a value', async () => {
  expect(await invoke({ argv: ['/nowhere/at/all'], wallSeconds: 5, outputBytes: 10 })).toEqual({ started: false, because: '/nowhere/at/all is not installed' })
})

test('past its time it is killed, and what it started in its group with it', async () => {
  expect(await started(['/bin/sh', '-c', 'sleep 60 & sleep 60'], { wallSeconds: 0.3 })).toMatchObject({ timedOut: true, signal: 'SIGKILL', exitCode: null })
})

test('output past the bound is thrown away and told, one stream apart from the other', async () => {
  const { stdout, stderr, truncated } = await started(['/bin/sh', '-c', 'head -c 3000000 /dev/zero; echo end >&2'], { outputBytes: 1000 })
  expect({ kept: stdout.length, stderr: stderr.toString(), truncated }).toEqual({ kept: 1000, stderr: 'end\n', truncated: { stdout: true, stderr: false } })
})

test('a command that reads nothing is no failure, however much it is given', async () => {
  expect(await started(['/bin/true'], { stdin: Buffer.alloc(8 << 20) })).toMatchObject({ exitCode: 0 })
})

test('a process that outlives it and holds its output open is not waited for', async () => {
  const { stdout } = await started(['/bin/sh', '-c', 'sleep 30 & echo here'])
  expect(stdout.toString()).toBe('here\n')
})

test('an abort ends it', async () => {
  const controller = new AbortController()
  const running = started(['/bin/sleep', '60'], { signal: controller.signal })
  controller.abort()
  expect(await running).toMatchObject({ signal: 'SIGKILL', timedOut: false })
})

test('an abort before it began ends it as well', async () => {
  expect(await started(['/bin/sleep', '60'], { signal: AbortSignal.abort() })).toMatchObject({ signal: 'SIGKILL' })
})

test('of our environment it gets what a tool needs to find itself, and no more', async () => {
  process.env['POLYGRAPH_SECRET'] = 'x'
  try {
    const { stdout } = await started(['/usr/bin/env'])
    expect(stdout.toString()).toMatch(/^PATH=/m)
    expect(stdout.toString()).not.toContain('POLYGRAPH_SECRET')
  } finally {
    delete process.env['POLYGRAPH_SECRET']
  }
})

test('a command line that is too long for the kernel is the command\'s affair', async () => {
  expect(await started(['/bin/true', ...Array.from({ length: 40 }, () => 'x'.repeat(100_000))])).toMatchObject({ exitCode: 126, stderr: Buffer.from('Argument list too long\n') })
})

test('what we hold open is not handed on, nor does a start-up file run', async () => {
  const { stdout, stderr } = await started(['/bin/ls', '/proc/self/fd'])
  expect({ open: stdout.toString().trim().split('\n').length, stderr: stderr.toString() }).toEqual({ open: 4, stderr: '' })
})

test('with an environment and a folder given, programs are looked for there and nothing of this program\'s is passed on', async () => {
  const at = { env: { PATH: '/usr/bin:/bin', WORD: 'given' }, cwd: '/usr' }
  const { stdout } = await started(['sh', '-c', 'pwd; env'], at)
  const lines = stdout.toString().trim().split('\n')
  expect(lines[0]).toBe('/usr')
  // What bash itself adds.
  expect(lines.slice(1).filter((line) => !/^(PWD|OLDPWD|SHLVL|_)=/.test(line)).toSorted()).toEqual(['PATH=/usr/bin:/bin', 'WORD=given'])
  expect(await started(['./bin/true'], at)).toMatchObject({ exitCode: 0 })
  expect(await invoke({ argv: ['sh'], wallSeconds: 5, outputBytes: 10, env: { PATH: '/nowhere' } })).toEqual({ started: false, because: 'sh is not installed' })
})
