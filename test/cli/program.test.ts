import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { polygraph } from '../helpers/io.ts'
import { record } from '../helpers/rows.ts'

let dir: string
beforeAll(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-cli-')) })
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('what was asked wrongly is one sentence and exit 2', () => {
  test.each([
    ['rnu exp2', "unknown command 'rnu'; did you mean run?"],
    ['frobnicate', "unknown command 'frobnicate'; there is reproduce, run, "],
    ['run', "missing required argument 'experiment'"],
    ['run exp22', 'there is no experiment "exp22": did you mean "exp2"?'],
    ['run exp2 --sed 3', "unknown option '--sed'; did you mean --seed?"],
    ['run exp2 --seed -1', 'give a whole number from 0'],
    ['run exp2 --concurrency 0', 'give a whole number from 1'],
    ['run exp2 --mode slow', 'Allowed choices are faithful, fast'],
    ['run exp2 --backend namespace', 'there is no backend "namespace": '],
    ['list agnets', 'there is no list "agnets": did you mean "agents"?'],
    ['list agents --catalogue /nowhere/at/all', 'is no folder that can be read'],
    ['report nowhere', 'there is no run "nowhere": give a run folder, the id of one below runs/, or "latest"'],
  ])('polygraph %s', async (line, sentence) => {
    const { code, out, err } = await polygraph(line.split(' '), dir)
    expect(code).toBe(2)
    expect(out).toBe('')
    expect(err).toContain(sentence)
    expect(err).not.toMatch(/\n\s+at |Error:/)
  })

  test('polygraph alone says what there is', async () => {
    const { code, err } = await polygraph([])
    expect(code).toBe(2)
    expect(err).toContain('reproduce')
  })

  test('every problem of a catalogue is told at once, with file, field and fix', async () => {
    const mine = join(dir, 'mine')
    for (const id of ['a', 'b']) {
      await mkdir(join(mine, 'agents', id), { recursive: true })
      await writeFile(join(mine, 'agents', id, 'agent.toml'), 'label = "onest"\n')
      await writeFile(join(mine, 'agents', id, 'run.sh'), ':\n')
    }
    const { code, err } = await polygraph(['list', 'agents', '--catalogue', 'mine'], dir)
    expect(code).toBe(2)
    expect(err).toMatch(/agents\/a\/agent\.toml:1: label: .*;/)
    expect(err).toMatch(/agents\/b\/agent\.toml:1: label: .*;/)
    expect(err).toMatch(/\d+ problems in the catalogue\n$/)
  })
})

describe('list', () => {
  test.each(['agents', 'tasks', 'verifiers', 'backends', 'environments', 'experiments'])('%s as text and as one JSON document', async (kind) => {
    const text = await polygraph(['list', kind])
    expect([text.code, text.err]).toEqual([0, ''])
    const items = JSON.parse((await polygraph(['list', kind, '--json'])).out) as { id: string }[]
    expect(items.length).toBeGreaterThan(0)
    for (const { id } of items) expect(text.out).toContain(id)
  })

  test('shows neither scripts nor paths of this machine', async () => {
    const { out } = await polygraph(['list', 'agents', '--json'])
    expect(out).not.toContain(process.cwd())
    expect(JSON.parse(out)[0]).not.toHaveProperty('script')
  })

  test('finds agents of the user', async () => {
    const own = join(dir, 'own/agents/mine')
    await mkdir(own, { recursive: true })
    await writeFile(join(own, 'agent.toml'), 'label = "honest"\nconduct = "honest"\nartifact_correct = true\nfamily = "control"\ntrick = "None at all, for a test."\napplies_to = ["any"]\n')
    await writeFile(join(own, 'run.sh'), '# Does nothing, so that a test can find it.\n:\n')
    expect((await polygraph(['list', 'agents', '--catalogue', 'own'], dir)).out).toContain('mine ')
  })
})

test('help and version go to standard output with exit 0', async () => {
  expect(await polygraph(['--version'])).toEqual({ code: 0, out: '1.2.3\n', err: '' })
  const help = await polygraph(['run', '--help'])
  expect(help.code).toBe(0)
  expect(help.out).toContain('--seed')
})

test('a folder that may not be written is the machine, told in one sentence with exit 3', async () => {
  const run = join(dir, 'reported')
  await mkdir(join(run, 'findings.json.unfinished'), { recursive: true })
  await writeFile(join(run, 'run.json'), JSON.stringify(record()))
  await writeFile(join(run, 'trials.jsonl'), '')
  const { code, err } = await polygraph(['report', run])
  expect(code).toBe(3)
  expect(err).toMatch(/^EISDIR: .*\n$/)
})
