import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '../../../src/run/index.ts'
import type { TrialRow } from '../../../src/schema/index.ts'
import { hasError } from '../../../src/schema/index.ts'
import { childrenOf, descendants, serversOf } from '../../backends/namespaces/kit/host.ts'
import type { Child, Home } from '../../helpers/child.ts'
import { openHome } from '../../helpers/child.ts'
import { supersededIn, withoutTimes } from '../../helpers/run.ts'

let home: Home
beforeAll(async () => {
  home = await openHome()
  const { code, err } = await home.run(['run', 'exp1b', '--out', 'whole', '--concurrency', '1'])
  if (code !== 0) throw new Error(err)
}, 900_000)
afterAll(() => home.remove())

async function rows(name: string): Promise<readonly TrialRow[]> {
  const read = await readRows(join(home.dir, name, 'trials.jsonl'))
  return read.ok ? read.rows : []
}
const findings = (name: string): Promise<string> => readFile(join(home.dir, name, 'findings.json'), 'utf8')
const stat = (pid: number): readonly string[] => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')

/** Begins a run, does something to it where it stops itself, and lets it go on to its end. */
async function disturbed(name: string, moment: string, disturb: (child: Child) => Promise<void>) {
  const child = home.start(['run', 'exp1b', '--out', name, '--concurrency', '1'], { fault: `stop@${moment}` })
  await child.said(`writes to ${name}`)
  while (stat(child.pid)[0] !== 'T') await new Promise((resolve) => setTimeout(resolve, 50))
  await disturb(child)
  child.kill('SIGCONT')
  return child.ended
}

/** The process that all commands of a fork server are cloned from: of the server's own, the one that leads a session. */
async function loseSpawner({ pid }: Child): Promise<void> {
  const [server = 0] = descendants(serversOf({ pid })[0] ?? 0)
  const spawner = childrenOf(server).find((each) => stat(each)[3] === String(each) && readFileSync(`/proc/${each}/cmdline`, 'utf8').startsWith('forkserver'))
  // A fork that is made ahead would take the loss, and no trial would notice.
  for (let idle = 0, used = ''; idle < 5;) {
    const now = [server, spawner ?? 0].map((each) => stat(each).slice(11, 13).join()).join()
    idle = now === used ? idle + 1 : 0
    used = now
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  if (spawner === undefined) throw new Error('the server has no spawner')
  process.kill(spawner, 'SIGKILL')
  while (stat(spawner)[0] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('errors of a real run, repeated with --retry-errors', () => {
  test.each([
    ['of one command that could not be started', 'act#2', loseSpawner, (errors: number) => errors === 1],
    ['of a fork server that died', 'verify#3', async ({ pid }: Child) => { process.kill(serversOf({ pid })[0] ?? 0, 'SIGKILL') }, (errors: number) => errors >= 2],
  ] as const)('%s: those alone are done again, the run holds, and its findings are those of an undisturbed one', async (what, moment, disturb, expected) => {
    const name = moment.replace('#', '-')
    const ended = await disturbed(name, moment, disturb)
    expect([ended.code, ended.err]).toEqual([3, expect.stringContaining('Not conclusive')])
    const before = await rows(name)
    const failed = before.filter(hasError)
    expect(expected(failed.length), `${what}: ${failed.length}`).toBe(true)
    expect(failed.length).toBeLessThan(before.length)
    expect(before.flatMap(({ verdicts }) => Object.values(verdicts)).filter(({ reason }) => reason === 'killed-by-signal')).toEqual([])
    expect(await home.run(['verify', name])).toMatchObject({ code: 0 })

    const retried = await home.run(['run', '--resume', name, '--retry-errors'])
    expect([retried.code, retried.err]).toEqual([0, expect.stringContaining(`${failed.length} for an error`)])
    const after = await rows(name)
    for (const row of before.filter((each) => !hasError(each))) expect(after).toContainEqual(row)
    expect(withoutTimes(after)).toEqual(withoutTimes(await rows('whole')))
    expect(await findings(name)).toBe(await findings('whole'))
    expect((await supersededIn(join(home.dir, name))).map(({ row, because }) => [row, because])).toEqual(failed.map((row) => [row, 'error-repeated']))
    const verified = await home.run(['verify', name])
    expect([verified.code, verified.out]).toEqual([0, expect.stringContaining(`5 rows and ${failed.length} that were set aside, ${5 + failed.length} of them against their evidence`)])
    await home.run(['clean'])
    expect(await home.left()).toEqual([])
  }, 900_000)
})
