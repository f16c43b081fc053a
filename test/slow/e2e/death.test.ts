import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '../../../src/run/index.ts'
import type { TrialRow } from '../../../src/schema/index.ts'
import type { Home } from '../../helpers/child.ts'
import { openHome } from '../../helpers/child.ts'
import { withoutTimes } from '../../helpers/run.ts'

let home: Home
beforeAll(async () => {
  home = await openHome()
  const { code, err } = await home.run(['run', 'exp1b', '--out', 'whole'])
  if (code !== 0) throw new Error(err)
}, 900_000)
afterAll(() => home.remove())

async function rows(name: string): Promise<readonly TrialRow[]> {
  const read = await readRows(join(home.dir, name, 'trials.jsonl'))
  return read.ok ? read.rows : []
}
const findings = (name: string): Promise<string> => readFile(join(home.dir, name, 'findings.json'), 'utf8')

describe('a real run that is killed with SIGKILL', () => {
  test.each([
    'opened#1', 'fork#1', 'act#2', 'seal#3', 'verify#1', 'discard#2', 'record#5', 'closing#1', 'report#1', 'report#6',
  ])('at %s leaves what clean finds, and goes on to the findings of an undisturbed one', async (moment) => {
    const name = moment.replace('#', '-')
    expect(await home.run(['run', 'exp1b', '--out', name], { fault: `kill@${moment}`, tmp: 'other-tmp' })).toMatchObject({ signal: 'SIGKILL' })
    const before = await rows(name)
    expect(await home.run(['clean'])).toMatchObject({ code: 0 })
    expect(await home.left()).toEqual([])
    expect((await home.run(['clean'])).out).not.toContain(home.dir)
    expect(await home.run(['run', '--resume', name])).toMatchObject({ code: 0 })
    const after = await rows(name)
    expect(withoutTimes(after)).toEqual(withoutTimes(await rows('whole')))
    for (const row of before) expect(after).toContainEqual(row)
    expect(await findings(name)).toBe(await findings('whole'))
    expect((await readdir(join(home.dir, name))).toSorted()).toEqual((await readdir(join(home.dir, 'whole'))).toSorted())
    expect(await home.left()).toEqual([])
  }, 900_000)

  test('twice, at different moments, still goes on', async () => {
    for (const [moment, args] of [['seal#2', ['exp1b', '--out', 'twice']], ['act#2', ['--resume', 'twice']]] as const) {
      expect(await home.run(['run', ...args], { fault: `kill@${moment}` })).toMatchObject({ signal: 'SIGKILL' })
    }
    expect(await home.run(['run', '--resume', 'twice'])).toMatchObject({ code: 0 })
    expect(await findings('twice')).toBe(await findings('whole'))
    await home.run(['clean'])
  }, 900_000)

  test('of two that go on with the same run at once one does, and the other says who is at it', async () => {
    expect(await home.run(['run', 'exp1b', '--out', 'both'], { fault: 'kill@act#3' })).toMatchObject({ signal: 'SIGKILL' })
    const ended = await Promise.all([1, 2].map(() => home.run(['run', '--resume', 'both'])))
    expect(ended.map(({ code }) => code).toSorted()).toEqual([0, 2])
    expect(ended.find(({ code }) => code === 2)!.err).toMatch(/both is being written by process \d+/)
    expect(await findings('both')).toBe(await findings('whole'))
    await home.run(['clean'])
  }, 900_000)
})
