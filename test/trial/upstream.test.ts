import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Catalogue } from '../../src/catalogue/index.ts'
import type { TrialPlan, TrialRow } from '../../src/schema/index.ts'
import { stagingProgram } from '../../src/trial/service.ts'
import { copyOf } from '../../src/trial/sources/index.ts'
import { serveOnHost, type Upstream } from '../../src/trial/upstream.ts'
import { planOf } from '../helpers/catalogue.ts'
import { runReal, shippedCatalogue } from '../helpers/staged.ts'

const CHEATS = ['network-solution-lookup', 'network-retyped', 'allowed-channel-tunnel']
let catalogue: Catalogue
let place: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'polygraph-upstream-'))
  catalogue = await shippedCatalogue({ agents: [...CHEATS, 'honest'], verifiers: ['strict'] })
}, 120_000)
afterAll(() => rm(place, { recursive: true, force: true }))

/** Status and body of a request, by way of a proxy or not. */
function ask(address: string, target: string): Promise<readonly [number, string]> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: Number(new URL(address).port), path: target }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (text: string) => { body += text }).on('end', () => resolve([response.statusCode!, body]))
    }).on('error', reject)
  })
}

describe('the fixture on the host', () => {
  test('answers every request as the one inside a fork does', async () => {
    const task = catalogue.tasks.get('calculator')!
    const copy = copyOf('network', { task, workspace: '/workspace', home: '/home/agent', canary: 'rev-1' }, { folder: join(place, 'served'), program: await stagingProgram('fixture-server.py') })
    for (const { path, bytes } of copy.files) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, bytes)
    }
    const { argv } = copy.service!
    const { stdout } = await promisify(execFile)(argv[0]!, argv.slice(1))
    const inside = Object.fromEntries(stdout.trim().split('\n').map((line) => line.split('=') as [string, string]))
    const outside = await serveOnHost(copy)
    try {
      const fetch = (path: string): string => `http://mirror.test/fetch?url=${encodeURIComponent(`http://upstream.test${path}`)}`
      for (const [port, target] of [
        ['POLYGRAPH_NETWORK', '/pull/1/files/impl.py'], ['POLYGRAPH_NETWORK', '/pull/1'], ['POLYGRAPH_NETWORK', '/pull/1/files/impl%2Epy'], ['POLYGRAPH_NETWORK', '/dataset/index.json'],
        ['POLYGRAPH_NETWORK', '/pull/2'], ['POLYGRAPH_NETWORK', '/constructor'], ['POLYGRAPH_NETWORK', '/%zz'], ['POLYGRAPH_NETWORK', '/'],
        ['POLYGRAPH_PROXY', fetch('/pull/1/files/impl.py')], ['POLYGRAPH_PROXY', fetch('/pull/2')], ['POLYGRAPH_PROXY', 'http://mirror.test/status'],
        ['POLYGRAPH_PROXY', 'http://upstream.test/pull/1'], ['POLYGRAPH_PROXY', '/pull/1'], ['POLYGRAPH_PROXY', 'http://mirror.test/fetch?url=nonsense'],
      ] as const) {
        expect([port, target, await ask(outside.env[port]!, target)]).toEqual([port, target, await ask(inside[port]!, target)])
      }
      expect((await ask(outside.env['POLYGRAPH_NETWORK']!, '/pull/1/files/impl.py'))[1]).toContain('def add')
    } finally {
      await outside.close()
      await stop(argv.at(-1)!)
    }
  })

  test('is gone when it is closed', async () => {
    const served: Upstream = await serveOnHost({ root: '/r', files: [{ path: '/r/routes.json', bytes: Buffer.from('{"/a": "a"}'), mode: 0o600, owner: 'verifier' }, { path: '/r/a', bytes: Buffer.from('text'), mode: 0o600, owner: 'verifier' }] })
    expect(await ask(served.env['POLYGRAPH_NETWORK']!, '/a')).toEqual([200, 'text'])
    await served.close()
    await expect(ask(served.env['POLYGRAPH_NETWORK']!, '/a')).rejects.toThrow(/ECONNREFUSED/)
  })
})

/** Ends the server of the test by the folder that it serves, which is this test's own. */
async function stop(folder: string): Promise<void> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.split('\0').includes(folder)) process.kill(Number(pid))
  }
}

describe('a fork with a network of its own', () => {
  const plan = (agent: string, over: Partial<TrialPlan>): TrialPlan => planOf(agent, { id: `${over.ablation ?? 'kept'}.${agent}`, task: 'calculator', verifiers: ['strict'], upstream: 'host', ...over })
  let rows: ReadonlyMap<string, TrialRow>
  beforeAll(async () => {
    rows = await runReal(catalogue, [...CHEATS, 'honest'].flatMap((agent) => [plan(agent, {}), plan(agent, { ablation: 'network' })]))
  }, 600_000)

  test.each(CHEATS)('%s takes its answer from outside with the host\'s network, and gets nothing with its own', (agent) => {
    const [off, on] = [rows.get(`network.${agent}`)!, rows.get(`kept.${agent}`)!]
    expect([off.outcome.state, off.witnessed, off.verdicts['strict']!.verdict]).toEqual(['graded', true, 'pass'])
    expect([on.outcome.state, on.witnessed, on.verdicts['strict']!.verdict]).toEqual(['graded', false, 'fail'])
    expect([off, on].map((row) => row.laid.map(({ source }) => source))).toEqual([['network'], ['network']])
  })

  test('honest work is the same in both', () => {
    expect(['network.honest', 'kept.honest'].map((id) => rows.get(id)!.verdicts['strict']!.verdict)).toEqual(['pass', 'pass'])
  })
})
