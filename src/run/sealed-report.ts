import { copyFile, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { digestFile, linesOf, readSumLine, SUMS } from '../evidence/index.ts'
import type { Source } from '../report/index.ts'
import { writeReport } from '../report/index.ts'

const LONGEST = 16_384
/** The files of a run that a report is made of. */
const PARTS = /^(findings\.json|summary\.md|report\.html|tables\/[^/]+\.csv|figures\/[^/]+\.svg)$/

/** Makes a report in a temporary folder, which is gone when this resolves; `use` gets it with the paths written. */
export async function reportElsewhere<T>(source: Source, use: (dir: string, written: readonly string[]) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'polygraph-report-'))
  try {
    return await use(dir, await writeReport(dir, source))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/**
 * Makes the report of a sealed run again. Where each file comes out as SHA256SUMS lists it, those that stand are left as they are
 * and those that were lost or changed are put back; else nothing is written. Gives the paths that come out otherwise.
 */
export async function restoreReport(dir: string, source: Source): Promise<readonly string[]> {
  const sealed = await sealedParts(dir)
  return reportElsewhere(source, async (made, written) => {
    const now = new Map<string, string>()
    for (const path of written) now.set(path, await digestOf(join(made, path)))
    const others = [...new Set([...sealed.keys(), ...now.keys()])].filter((path) => sealed.get(path) !== now.get(path))
    if (others.length > 0) return others
    for (const path of written) if (await digestOf(join(dir, path)) !== now.get(path)) await put(join(made, path), join(dir, path))
    return []
  })
}

async function sealedParts(dir: string): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>()
  for await (const line of linesOf(join(dir, SUMS), LONGEST)) {
    const read = 'because' in line ? null : readSumLine(line.bytes.toString('latin1'))
    if (read !== null && PARTS.test(read.path)) parts.set(read.path, read.sha256)
  }
  return parts
}

async function digestOf(path: string): Promise<string> {
  const digested = await digestFile(path)
  return 'because' in digested ? '' : digested.sha256
}

async function put(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await copyFile(from, `${to}.unfinished`)
  await rename(`${to}.unfinished`, to)
}
