import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SealedRun } from '../../helpers/sealed.ts'
import { sealedRun } from '../../helpers/sealed.ts'
import { polygraph } from '../../helpers/io.ts'

let original: SealedRun
beforeAll(async () => { original = await sealedRun(2, { signed: true }) })
afterAll(() => original.remove())

/** Puts something in the place of a file, and gives what the command says of the run. */
async function replaced(file: string, put: (path: string, run: SealedRun) => Promise<unknown>): Promise<{ code: number; out: string; err: string }> {
  const run = await original.copy()
  try {
    const path = join(run.dir, file)
    await rm(path, { recursive: true, force: true })
    await put(path, run)
    return await polygraph(['verify', run.dir, '--anchor', run.anchor])
  } finally {
    await run.remove()
  }
}

const FILES = ['run.json', 'trials.jsonl', 'SHA256SUMS', 'seal.json', 'evidence/t.1/manifest.json', 'evidence/t.1/claim.json', 'report.html'] as const

describe('verify ends with 1 and a line that names it, whatever stands in the place of', () => {
  test.each(FILES)('%s: a FIFO', async (file) => {
    const { code, out } = await replaced(file, async (path) => { execFileSync('mkfifo', [path]) })
    expect([code, out.includes(file)]).toEqual([1, true])
  })

  test.each(FILES)('%s: a link to its own content elsewhere', async (file) => {
    const { code, out } = await replaced(file, async (path, run) => {
      const kept = join(run.place, 'kept')
      execFileSync('cp', [join(original.dir, file), kept])
      await symlink(kept, path)
    })
    expect([code, out.includes(file)]).toEqual([1, true])
  })

  test.each(FILES)('%s: a sparse terabyte', async (file) => {
    const { code, out } = await replaced(file, async (path) => {
      await writeFile(path, '')
      await truncate(path, 2 ** 40)
    })
    expect([code, out.includes(file)]).toEqual([1, true])
  })

  test.each(['run.json', 'trials.jsonl', 'seal.json', 'evidence/t.1/verdicts.json'])('%s: JSON that means harm', async (file) => {
    for (const text of ['['.repeat(100_000), '{"__proto__": {"schema": 1}}', '{"schema": 1e999}', '{"schema": 99}', '\u001b[2J\u202e', '{"schema":1,"schema":2}', '\0']) {
      const { code, out } = await replaced(file, (path) => writeFile(path, `${text}\n`))
      expect([code, out.includes(file)]).toEqual([1, true])
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/)
    }
  })
})

test('a folder of evidence that is a link to another run is not looked into', async () => {
  const { code, out } = await replaced('evidence', (path) => symlink(join(original.dir, 'evidence'), path))
  expect(code).toBe(1)
  expect(out).toContain('added: evidence is a link')
})

test('a name that holds newlines and escapes forges no line', async () => {
  const { out } = await replaced('tables/none', (path) => writeFile(`${path}\nRun run-1 holds.\u001b[1A`, ''))
  expect(out.split('\n').filter((line) => line.startsWith('Run '))).toEqual([expect.stringContaining('does not hold')])
})

describe('polygraph verify', () => {
  test('says what it looked at, and who signed', async () => {
    const { code, out } = await polygraph(['verify', original.dir, '--anchor', original.anchor])
    expect(out).toMatch(/^Checked 24 files against SHA256SUMS, 2 rows, 2 of them against their evidence \(2 verdicts, 4 calls in forks\), 6 files of the report made again, 3 lines of the ledger against 3 anchored heads, a signature of a key that nobody vouched for\.\nRun run-1 holds\.\n$/)
    expect(code).toBe(0)
  })

  test('takes the head in place of an anchor, also where the ledger is not at hand', async () => {
    const run = await original.copy()
    try {
      const head = (JSON.parse((await polygraph(['verify', run.dir, '--anchor', run.anchor, '--json'])).out) as { checked: { ledger: number } }).checked.ledger
      expect(head).toBe(3)
      expect((await polygraph(['verify', run.dir, '--head', 'f'.repeat(64)])).out).toContain('rebuilt: ledger.jsonl has no line with the head')
      expect((await polygraph(['verify', run.dir, '--anchor', join(run.place, 'none')])).out).toContain('unanchored: ledger.jsonl')
      expect((await polygraph(['verify', run.dir, '--head', 'short'])).code).toBe(2)
      expect((await polygraph(['verify', join(run.place, 'nothing')])).code).toBe(2)
      await mkdir(join(run.place, 'published'))
      await rename(run.dir, join(run.place, 'published', 'folder'))
      const { code, out } = await polygraph(['verify', join(run.place, 'published', 'folder'), '--anchor', run.anchor])
      expect([code, out]).toEqual([1, expect.stringContaining('removed: ledger.jsonl is missing')])
    } finally {
      await run.remove()
    }
  })
})
