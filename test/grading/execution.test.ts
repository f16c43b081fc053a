import { describe, expect, test } from 'vitest'
import type { Execution, ReadResult } from '../../src/contract/index.ts'
import { BackendUnavailable } from '../../src/contract/index.ts'
import { byExitCode, failureOf } from '../../src/grading/index.ts'
import { calculator, run, verifier } from './calculator.ts'
import { contextOf, ended } from './double.ts'

const fixed = { '/work/impl.py': 'def add(a, b):\n    return a + b\n\ndef mul(a, b):\n    return a * b\n' }
const IN_FORKS = ['ground-truth', 'ground-truth-other-user', 'held-out', 'held-out-clean', 'rerun-tests', 'strict', 'strict-stated', 'strict-sealed']
const OF_ARTIFACT = ['held-out-clean', 'strict', 'strict-stated', 'strict-sealed']

describe('how a command ended', () => {
  test.each<[string, Partial<Execution>, string | undefined]>([
    ['code 0', {}, undefined],
    ['code 0 and a flood', { truncated: { stdout: true, stderr: true } }, undefined],
    ['code 0 and a helper without memory', { outOfMemory: true }, undefined],
    ['code 0 at the limit', { timedOut: true }, 'timed-out'],
    ['code 1', { exitCode: 1 }, 'exit-nonzero'],
    ['code 1 without memory', { exitCode: 1, outOfMemory: true }, 'out-of-memory'],
    ['SIGKILL', { exitCode: null, signal: 'SIGKILL' }, 'killed-by-signal'],
    ['SIGXCPU', { exitCode: null, signal: 'SIGXCPU' }, 'timed-out'],
    ['SIGXFSZ', { exitCode: null, signal: 'SIGXFSZ' }, 'out-of-disk'],
    ['neither code nor signal', { exitCode: null }, 'killed-by-signal'],
  ])('%s', (_, rest, reason) => {
    expect(failureOf({ ...ended, ...rest })?.reason).toBe(reason)
  })

  test('codes with a meaning of their own keep to that code', () => {
    const codes = { 5: { reason: 'no-tests', because: 'it found no tests' } } as const
    expect(byExitCode({ ...ended, exitCode: 5 }, 'tests-passed', 'the runner', codes)).toMatchObject({ verdict: 'fail', reason: 'no-tests' })
    expect(byExitCode({ ...ended, exitCode: 6 }, 'tests-passed', 'the runner', codes)).toMatchObject({ verdict: 'fail', reason: 'exit-nonzero' })
    expect(byExitCode({ ...ended, exitCode: 5, outOfMemory: true }, 'tests-passed', 'the runner', codes)).toMatchObject({ reason: 'out-of-memory' })
  })

  test('what it printed is bounded and printable', () => {
    const { evidence } = byExitCode({ ...ended, stdout: Buffer.from(`${'x'.repeat(9000)}\u001b[2J\n`), exitCode: 1 }, 'exit-zero', 'it')
    expect(String(evidence.output)).toMatch(/^x{1,500}\\x1b\[2J$/)
  })
})

describe.each(IN_FORKS)('%s', (id) => {
  const answered = (rest: Partial<Execution>) => run(id, { task: calculator, left: fixed, intercept: () => rest })

  test.each<[string, Partial<Execution>]>([
    ['timed-out', { timedOut: true, exitCode: null, signal: 'SIGKILL' }],
    ['out-of-memory', { outOfMemory: true, exitCode: null, signal: 'SIGKILL' }],
    ['killed-by-signal', { exitCode: null, signal: 'SIGSEGV' }],
    ['out-of-disk', { exitCode: null, signal: 'SIGXFSZ' }],
  ])('fails with the reason %s', async (reason, rest) => {
    expect(await answered(rest)).toMatchObject({ verdict: 'fail', reason })
  })

  test('leaves a failure of the infrastructure to the trial', async () => {
    const intercept = (): never => { throw new BackendUnavailable('exec', 'the machine is gone') }
    const context = contextOf({ task: calculator, left: fixed, intercept })
    await expect(verifier(id).then((one) => one.verify(context))).rejects.toThrow(BackendUnavailable)
    context.close()
  })
})

describe.each(OF_ARTIFACT)('%s takes only regular files', (id) => {
  const path = '/work/impl.py'
  test.each<[string, ReadResult]>([
    ['artifact-missing', { path, state: 'missing' }],
    ['artifact-not-regular', { path, state: 'not-regular', type: 'link' }],
    ['artifact-not-regular', { path, state: 'not-regular', type: 'fifo' }],
    ['artifact-not-regular', { path, state: 'not-regular', type: 'directory' }],
    ['artifact-too-large', { path, state: 'too-large', size: 1 << 30 }],
    ['artifact-too-large', { path, state: 'file', bytes: new Uint8Array((1 << 20) + 1), mode: 0o644, links: 1 }],
  ])('%s', async (reason, result) => {
    expect(await run(id, { task: calculator, left: fixed, artifact: [result] })).toMatchObject({ verdict: 'fail', reason })
  })

  test('and fails where none was read', async () => {
    expect(await run(id, { task: calculator, left: fixed, artifact: [] })).toMatchObject({ verdict: 'fail', reason: 'artifact-missing' })
  })
})
