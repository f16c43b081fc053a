import { spawn, spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { faultOf } from '../../src/cli/fault.ts'
import { ROOT } from '../house/files.ts'

const ARGS = ['--conditions=polygraph-source', join(ROOT, 'bin/polygraph.mjs'), 'list', 'agents']

test('a reader that has seen enough is no failure', async () => {
  const child = spawn(process.execPath, ARGS, { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => { said += text })
  const code = await new Promise((resolve) => { child.on('close', resolve) })
  expect([code, said]).toEqual([0, ''])
})

test('results that a full disk does not take are told, with exit 3', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, ARGS, { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' })
  expect([status, stderr]).toEqual([3, expect.stringMatching(/^standard output can't be written: .*ENOSPC.*\n$/)])
})

test('no output at all, closed from the beginning, is no failure either', () => {
  expect(spawnSync('sh', ['-c', 'exec "$@" >&- 2>&-', 'sh', process.execPath, ...ARGS]).status).toBe(0)
})

test.each(['kill', 'kill@act', 'kill@nowhere#1', 'burn@act#1', 'kill@act#x', ' kill@act#1'])('a fault that is asked for wrongly (%j) is refused with a sentence', (text) => {
  expect(() => faultOf(text)).toThrow('POLYGRAPH_FAULT is "')
})

test('no fault is one that never comes', async () => {
  expect.assertions(2)
  for (const text of [undefined, '']) expect(await Promise.all(['act', 'act'].map(() => faultOf(text).at('act')))).toEqual([undefined, undefined])
})
