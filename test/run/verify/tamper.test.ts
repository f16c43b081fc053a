import { execFileSync } from 'node:child_process'
import { lstat, mkdir, readdir, readFile, rename, rm, symlink, truncate, writeFile, chmod } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Verified } from '../../../src/run/verify/index.ts'
import type { SealedRun } from '../../helpers/sealed.ts'
import { sealedRun } from '../../helpers/sealed.ts'

let original: SealedRun
/** Every file of the run, and its ledger. */
let files: readonly string[]

beforeAll(async () => {
  original = await sealedRun(3)
  const entries = await readdir(original.dir, { recursive: true, withFileTypes: true })
  files = ['ledger.jsonl', ...entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(original.dir.length + 1)).toSorted()]
})
afterAll(() => original.remove())

/** Does something to a copy, and gives what verify says of it. */
async function after(tamper: (run: SealedRun) => Promise<unknown>, over: Parameters<SealedRun['verify']>[0] = {}): Promise<Verified> {
  const run = await original.copy()
  try {
    await tamper(run)
    return await run.verify(over)
  } finally {
    await run.remove()
  }
}

const places = (verified: Verified): string[] => verified.problems.map(({ where }) => where)
const named = (verified: Verified, path: string): boolean => places(verified).some((where) => where === path || where.startsWith(`${path}:`))
const anyFile = fc.nat().map((at) => files[at % files.length]!)
const below = (prefix: string): fc.Arbitrary<string> => fc.nat().map((at) => {
  const own = files.filter((file) => file.startsWith(prefix))
  return own[at % own.length]!
})
const RUNS = { numRuns: 8 }

test('a run that nobody touched holds, and so does a copy of it', async () => {
  const verified = await after(async () => {})
  expect(verified).toMatchObject({ holds: true, problems: [], checked: { trials: 3, evidence: 3, verdicts: 3, actions: 6, ledger: 3, anchors: 3 } })
  expect(verified.checked.files).toBe(files.length - 3)
})

describe('verify finds and names', () => {
  test('an edited byte, anywhere', () => fc.assert(fc.asyncProperty(anyFile, fc.nat(), fc.integer({ min: 1, max: 255 }), async (file, at, flip) => {
    const verified = await after((run) => run.change(file, (bytes) => {
      const changed = Buffer.from(bytes)
      changed[at % bytes.length]! ^= flip
      return changed
    }))
    expect(verified.holds).toBe(false)
    expect(named(verified, file), JSON.stringify(verified.problems)).toBe(true)
  }), RUNS))

  test('a removed file', () => fc.assert(fc.asyncProperty(anyFile, async (file) => {
    const verified = await after((run) => rm(join(file === 'ledger.jsonl' ? run.place : run.dir, file)))
    expect(verified.holds).toBe(false)
    expect(verified.problems.filter(({ kind }) => kind === 'removed' || kind === 'unsealed').map(({ where }) => where)).toContain(file)
  }), RUNS))

  const name = fc.stringMatching(/^[a-z\n\u001b é\\]{1,20}$/)
  const kind = fc.constantFrom('file', 'link', 'fifo', 'folder' as const)
  test('whatever was added, whatever its name', () => fc.assert(fc.asyncProperty(fc.constantFrom('', 'tables/', 'evidence/', 'evidence/t.1/'), name, kind, async (folder, name, kind) => {
    const verified = await after(async (run) => {
      const path = join(run.dir, `${folder}${name}`)
      if (kind === 'file') await writeFile(path, 'x')
      else if (kind === 'link') await symlink('/etc/passwd', path)
      else if (kind === 'fifo') execFileSync('mkfifo', [path])
      else await mkdir(path)
    })
    expect(verified.holds).toBe(false)
    expect(verified.problems.some((each) => each.kind === 'added' && each.where.startsWith(folder))).toBe(true)
    expect(places(verified).join('')).not.toMatch(/[\u0000-\u001f]/)
  }), RUNS))

  test('a cut tail', () => fc.assert(fc.asyncProperty(anyFile, fc.integer({ min: 1, max: 2000 }), async (file, cut) => {
    const verified = await after(async (run) => {
      const path = join(file === 'ledger.jsonl' ? run.place : run.dir, file)
      const { size } = await lstat(path)
      await chmod(path, 0o600)
      await truncate(path, Math.max(0, size - cut))
    })
    expect(verified.holds).toBe(false)
    expect(named(verified, file), JSON.stringify(verified.problems)).toBe(true)
  }), RUNS))

  test.each(['trials.jsonl', 'SHA256SUMS', 'ledger.jsonl'])('two lines of %s that changed places', async (file) => {
    const verified = await after((run) => run.change(file, (bytes) => {
      const [first, second, ...rest] = bytes.toString('utf8').split('\n')
      return [second, first, ...rest].join('\n')
    }))
    expect(verified.holds).toBe(false)
    expect(named(verified, file)).toBe(true)
  })

  test.each(['trials.jsonl', 'ledger.jsonl'])('a last line of %s that was taken away whole', async (file) => {
    const verified = await after((run) => run.change(file, (bytes) => bytes.toString('utf8').replace(/[^\n]+\n$/, '')))
    expect(verified.problems.some(({ kind, where }) => kind === 'cut' && where === file)).toBe(true)
  })

  test('a ledger that was rebuilt whole, over a run that was changed and sealed again', async () => {
    const verified = await after(async (run) => {
      await run.change('summary.md', () => 'All reproduced.\n')
      await run.reseal({ anchored: false })
    })
    expect(verified.problems).toContainEqual(expect.objectContaining({ kind: 'rebuilt', where: 'ledger.jsonl' }))
  })

  test('a ledger whose later lines were rebuilt', async () => {
    const verified = await after(async (run) => {
      await run.change('ledger.jsonl', (bytes) => `${bytes.toString('utf8').split('\n')[0]!}\n`)
      await run.reseal({ anchored: false, keepLedger: true })
    })
    expect(verified.problems).toContainEqual(expect.objectContaining({ kind: 'rebuilt', where: 'ledger.jsonl' }))
  })
})

/** What no seal hides: whoever makes it again, rows, evidence and report hold each other. */
describe('verify finds, though the run was sealed again and the head anchored,', () => {
  const resealed = (tamper: (run: SealedRun) => Promise<unknown>): Promise<Verified> => after(async (run) => {
    await tamper(run)
    await run.reseal({ anchored: true })
  })

  test('nothing, where nothing was changed', async () => {
    expect(await resealed(async () => {})).toMatchObject({ holds: true, problems: [] })
  })

  test('an edited byte of evidence', () => fc.assert(fc.asyncProperty(below('evidence/'), fc.nat(), fc.integer({ min: 1, max: 255 }), async (file, at, flip) => {
    const verified = await resealed((run) => run.change(file, (bytes) => {
      const changed = Buffer.from(bytes)
      changed[at % bytes.length]! ^= flip
      return changed
    }))
    expect(verified.holds).toBe(false)
    expect(named(verified, file), JSON.stringify(verified.problems)).toBe(true)
  }), { numRuns: 5 }))

  test('an edited byte of a row', () => fc.assert(fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (at, flip) => {
    const verified = await resealed((run) => run.change('trials.jsonl', (bytes) => {
      const changed = Buffer.from(bytes)
      changed[at % bytes.length]! ^= flip
      return changed
    }))
    expect(verified.holds).toBe(false)
    expect(places(verified).some((where) => where.startsWith('trials.jsonl') || where.startsWith('evidence/'))).toBe(true)
  }), { numRuns: 5 }))

  test.each(['findings.json', 'summary.md', 'report.html', 'tables/trials.csv', 'tables/findings.csv'])('an edited %s', async (file) => {
    const verified = await resealed((run) => run.change(file, (bytes) => `${bytes.toString('utf8')} `))
    expect(verified.problems).toEqual([expect.objectContaining({ kind: 'mismatch', where: file })])
  })

  test('evidence of two trials that changed places', async () => {
    const verified = await resealed(async ({ dir }) => {
      await rename(join(dir, 'evidence/t.1'), join(dir, 'evidence/x'))
      await rename(join(dir, 'evidence/t.2'), join(dir, 'evidence/t.1'))
      await rename(join(dir, 'evidence/x'), join(dir, 'evidence/t.2'))
    })
    const swapped = verified.problems.filter(({ kind }) => kind === 'swapped').map(({ where, what }) => `${where} ${what}`)
    expect(swapped).toEqual(['evidence/t.1/manifest.json is of trial t.2', 'evidence/t.2/manifest.json is of trial t.1'])
  })

  test('verdicts of two trials that changed places, in file and manifest', async () => {
    const verified = await resealed(async (run) => {
      const [one, two] = await Promise.all(['t.1', 't.2'].map((trial) => readFile(join(run.dir, 'evidence', trial, 'verdicts.json'))))
      await run.change('evidence/t.1/verdicts.json', () => two!)
      await run.change('evidence/t.2/verdicts.json', () => one!)
    })
    expect(places(verified)).toEqual(expect.arrayContaining(['evidence/t.1/verdicts.json', 'evidence/t.2/verdicts.json']))
  })

  test('a row that was taken away, and one that was doubled', async () => {
    const less = await resealed((run) => run.change('trials.jsonl', (bytes) => bytes.toString('utf8').split('\n').slice(1).join('\n')))
    expect(less.problems.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['cut', 'added']))
    const more = await resealed((run) => run.change('trials.jsonl', (bytes) => bytes.toString('utf8').replace(/^([^\n]+\n)/, '$1$1')))
    expect(more.problems).toContainEqual(expect.objectContaining({ kind: 'added', where: 'trials.jsonl:2' }))
  })

  test('a trial that was taken away, row and evidence', async () => {
    const verified = await resealed(async (run) => {
      await run.change('trials.jsonl', (bytes) => bytes.toString('utf8').split('\n').slice(1).join('\n'))
      const gone = (await readdir(join(run.dir, 'evidence'))).find((name) => name === 't.1')!
      await rm(join(run.dir, 'evidence', gone), { recursive: true })
    })
    expect(verified.problems).toContainEqual(expect.objectContaining({ kind: 'cut', where: 'trials.jsonl' }))
  })

  const versioned = ['run.json', 'trials.jsonl', 'seal.json', 'ledger.jsonl', ...['plan', 'environment', 'actions', 'claim', 'artifact', 'verdicts', 'usage', 'manifest'].map((name) => `evidence/t.1/${name}.json`)]
  test.each(versioned)('a future schema in %s', async (file) => {
    const future = (bytes: Buffer): string => bytes.toString('utf8').replace(/"schema": ?1/, (text) => text.replace('1', '2'))
    const sealLast = file === 'seal.json' || file === 'ledger.jsonl'
    const verified = sealLast ? await after((run) => run.change(file, future)) : await resealed((run) => run.change(file, future))
    const told = verified.problems.find(({ kind }) => kind === 'future')
    expect(told?.where.replace(/:\d+$/, '')).toBe(file)
    expect(told?.what).toContain('schema 2')
  })
})

test('the folder of another run in the place of this one is told', async () => {
  const verified = await after(async ({ dir, place }) => {
    await rm(join(dir, 'seal.json'))
    await rename(join(place, 'before', 'seal.json'), join(dir, 'seal.json'))
  })
  expect(verified.problems).toContainEqual(expect.objectContaining({ kind: 'swapped', where: 'seal.json' }))
  expect(dirname(original.dir)).toBe(original.place)
})
