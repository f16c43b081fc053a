import { join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../house/files.ts'

const SIZES = [100, 1000, 10_000] as const
const STEPS = ['write', 'resume', 'report', 'seal', 'verify'] as const
const KIB = 1024

/** What each step of a run of so many made-up trials held at most, and what the run takes on disk; in bytes. */
const held = new Map<string, number>()
const bytes = new Map<number, number>()

beforeAll(async () => {
  const args = ['--expose-gc', '--conditions=polygraph-source', join(ROOT, 'bench/evidence.ts'), ...SIZES.map(String), '--memory']
  const { stdout } = await execa(process.execPath, args)
  // The measurement itself, for whoever wants to quote it.
  process.stdout.write(`${stdout}\n`)
  for (const line of stdout.split('\n')) {
    const said = JSON.parse(line) as { trials: number; step?: string; heldBytes?: number; bytes?: number }
    if (said.heldBytes !== undefined) held.set(`${said.step} ${said.trials}`, said.heldBytes)
    if (said.bytes !== undefined) bytes.set(said.trials, said.bytes)
  }
}, 3_600_000)

/** Between two sizes, so that what a step holds whatever the size doesn't count. */
const perTrial = (of: (trials: number) => number, [few, many]: readonly [number, number] = [1000, 10_000]): number => (of(many) - of(few)) / (many - few)

describe('a run of ten thousand trials', () => {
  // Far less than the tens of KiB that a trial's row and evidence are. The seal holds names, and buffers that are not swept yet.
  test.each([['write', 1], ['seal', 4], ['resume', 8], ['report', 12], ['verify', 12]] as const)('%s holds less than %d KiB a trial', (step, most) => {
    expect(perTrial((trials) => held.get(`${step} ${trials}`)!) / KIB).toBeLessThan(most)
  })

  test.each(STEPS)('%s holds no more than tens of MiB', (step) => {
    expect(held.get(`${step} 10000`)! / KIB / KIB).toBeLessThan(128)
  })

  test('stays under a gigabyte on disk, each trial as large as one of a hundred', () => {
    expect(bytes.get(10_000)).toBeLessThan(1e9)
    expect(bytes.get(10_000)! / 10_000).toBeLessThan(bytes.get(100)! / 100)
  })
})
