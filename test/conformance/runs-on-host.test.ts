import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROKEN } from '../../src/conformance/index.ts'
import type { Command, Execution, Fork } from '../../src/contract/index.ts'
import { textOf } from '../../src/contract/probe.ts'
import { fakeBackend, type Fake } from '../helpers/fake-backend.ts'

describe('the broken backend that runs commands on the host', () => {
  let inner: Fake
  let fork: Fork
  beforeAll(async () => {
    inner = await fakeBackend()
    const start = await BROKEN.get('runs-on-host')!.wrap(inner).prepare({} as never, [])
    fork = await start.fork()
  })
  afterAll(() => inner.close())
  const run = (script: string, more: Partial<Command> = {}): Promise<Execution> =>
    fork.exec({ argv: ['/bin/sh', '-c', script], user: 'agent', cwd: '/', env: { PATH: '/usr/bin:/bin', WORD: 'given' }, wallSeconds: 20, ...more })

  test('gives exit code, signal, streams, input and environment as they were', async () => {
    expect(await run('exit 7')).toMatchObject({ exitCode: 7, signal: null, timedOut: false })
    expect(await run('kill -TERM $$')).toMatchObject({ exitCode: null, signal: 'SIGTERM' })
    const { stdout, stderr } = await run('cat; echo $WORD; echo apart >&2', { stdin: Buffer.from('in\n') })
    expect([textOf(stdout), textOf(stderr)]).toEqual(['in\ngiven\n', 'apart\n'])
  })

  test('tells a program that is not there, a time-out and what was thrown away', async () => {
    expect(await run('', { argv: ['/nowhere/at/all'] })).toMatchObject({ exitCode: 127 })
    expect(await run('sleep 30 & wait', { wallSeconds: 0.2 })).toMatchObject({ timedOut: true, signal: 'SIGKILL' })
    expect(await run('printf 123456', { outputBytes: 4 })).toMatchObject({ stdout: Buffer.from('1234'), truncated: { stdout: true, stderr: false } })
  })

  test('works in one folder a fork, which goes with the fork', async () => {
    await run('echo kept > file')
    const folder = textOf((await run('cat file; echo "$HOME"')).stdout).split('\n')[1]!
    expect(existsSync(`${folder}/file`)).toBe(true)
    await fork.discard()
    expect(existsSync(folder)).toBe(false)
  })
})
