import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processesOnHost } from '../../src/conformance/probe.ts'

test('a process is found by what stands in its command line while it runs, and not once it is dead', async () => {
  const mark = `mark-of-${process.pid}-${process.hrtime.bigint()}`
  expect(processesOnHost(mark)).toEqual([])
  const child = spawn('/bin/sh', ['-c', 'echo up; read line', mark], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  expect(processesOnHost(mark)).toEqual([child.pid])
  child.stdin.end()
  await once(child, 'close')
  expect(processesOnHost(mark)).toEqual([])
})
