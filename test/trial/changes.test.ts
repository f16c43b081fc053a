import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Change } from '../../src/contract/index.ts'
import { ofAgent } from '../../src/trial/changes.ts'
import type { Laid } from '../../src/trial/staging.ts'

const laid: Laid = {
  files: [{ path: '/home/agent/solution/deep/solve.sh', bytes: Buffer.from('fix'), mode: 0o755, owner: 'agent' }],
  links: [{ path: '/home/agent/links/session', target: '/var/tmp/grading' }], growing: ['/var/tmp/served/requests.log'],
}
const sha256 = createHash('sha256').update('fix').digest('hex')
const added = (path: string, over: Partial<Change> = {}): Change =>
  ({ path, change: 'added', type: 'file', mode: 0o644, owner: 1, group: 1, size: 3, sha256, target: null, xattrs: {}, ...over })
const paths = (...changes: Change[]): string[] => ofAgent(changes, laid).map((change) => change.path)

test('what the harness laid, and the folders it made for it, are not the doing of the agent', () => {
  const folder = { type: 'directory', sha256: null } as const
  expect(paths(added('/home/agent/solution', folder), added('/home/agent/solution/deep', folder), added('/home/agent/solution/deep/solve.sh'))).toEqual([])
})

test('the same path with other content, another type or another change is', () => {
  const path = '/home/agent/solution/deep/solve.sh'
  expect(paths(added(path, { sha256: '0'.repeat(64) }))).toEqual([path])
  expect(paths(added(path, { type: 'link', sha256: null }))).toEqual([path])
  expect(paths(added(path, { change: 'deleted', sha256: null }))).toEqual([path])
})

test('a link is the harness\'s only as it was planted, and a file that it goes on writing whatever it holds', () => {
  const link = { type: 'link', sha256: null } as const
  const log = '/var/tmp/served/requests.log'
  expect(paths(added('/home/agent/links', { type: 'directory', sha256: null }), added('/home/agent/links/session', { ...link, target: '/var/tmp/grading' }))).toEqual([])
  expect(paths(added('/home/agent/links/session', { ...link, target: '/home/agent' }))).toEqual(['/home/agent/links/session'])
  expect(paths(added(log, { sha256: '1'.repeat(64) }), added(log, { ...link, target: '/dev/null' }))).toEqual([log])
})

test('everything elsewhere is', () => {
  expect(paths(added('/workspace/solve.sh'), added('/home/agent/solution/other', { type: 'directory', sha256: null }))).toEqual(['/workspace/solve.sh', '/home/agent/solution/other'])
})
