import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readDefinition } from '../../../src/backends/command/index.ts'
import { projectRoot } from '../../../src/catalogue/index.ts'

let dir: string
beforeEach(async () => { dir = await mkdtemp(join(tmpdir(), 'polygraph-definition-')) })
afterEach(() => rm(dir, { recursive: true, force: true }))

const WHOLE = `
id = "mine"
summary = "x"
[users]
agent = "1000"
[commands]
fork = ["cp", "{state}", "{fork}"]
exec = ["run", "{fork}", "{user}", "{argv}"]
seal = [["a", "{fork}"], ["b", "{state}"]]
discard = ["rm", "{fork}"]
drop = ["rm", "{state}"]
`

async function read(text: string): ReturnType<typeof readDefinition> {
  await writeFile(join(dir, 'b.toml'), text)
  return readDefinition(join(dir, 'b.toml'))
}

const because = async (text: string): Promise<string> => {
  const result = await read(text)
  return result.ok ? '' : result.because.replaceAll(join(dir, 'b.toml'), 'b.toml')
}

describe('a definition', () => {
  test('one command or several in turn; nothing is promised that is not said', async () => {
    const result = await read(WHOLE)
    expect(result).toMatchObject({ ok: true, definition: { commands: { fork: [['cp', '{state}', '{fork}']], seal: [['a', '{fork}'], ['b', '{state}']] }, promises: { killsAll: false, memoryLimit: 'none' } } })
  })

  test('its digest is of its bytes', async () => {
    const [one, other] = [await read(WHOLE), await read(`${WHOLE}\n`)]
    expect(one.ok && other.ok && one.definition.digest !== other.definition.digest).toBe(true)
  })

  test.each([
    ['no TOML', 'id =', /^b\.toml: /],
    ['an unknown key', `colour = "x"\n${WHOLE}`, /colour/],
    ['no exec', WHOLE.replace(/^exec.*$/m, ''), /commands\.exec/],
    ['a shell line in place of a list', WHOLE.replace(/^discard.*$/m, 'discard = "rm -rf {fork}"'), /commands\.discard/],
    ['a placeholder that is not known there', WHOLE.replace('["rm", "{fork}"]', '["rm", "{user}"]'), /commands\.discard: there is no \{user\} here; there is .*\{fork\}/],
    ['argv within an argument', WHOLE.replace('"{argv}"', '"-c {argv}"'), /commands\.exec: \{argv\} must stand in it as an argument of its own/],
    ['variables without saying how', WHOLE.replace('"{argv}"', '"{env}", "{argv}"'), /env: is missing/],
    ['a level that is none', `${WHOLE}[promises]\nmemoryLimit = "much"\n`, /promises\.memoryLimit/],
  ])('%s is told with file and field', async (_, text, expected) => {
    expect(await because(text)).toMatch(expected)
  })

  test('a file that is not there is told', async () => {
    expect(await readDefinition(join(dir, 'none.toml'))).toMatchObject({ ok: false, because: expect.stringContaining('none.toml') as string })
  })

  test('every example is one', async () => {
    const folder = join(projectRoot(), 'examples/backends')
    const files = (await readdir(folder)).filter((name) => name.endsWith('.toml'))
    expect(files).toEqual(expect.arrayContaining(['bwrap.toml', 'docker.toml', 'nspawn.toml', 'podman.toml', 'process.toml']))
    for (const file of files) expect(await readDefinition(join(folder, file))).toMatchObject({ ok: true, definition: { id: file.replace('.toml', '') } })
  })
})
