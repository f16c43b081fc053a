import { join } from 'node:path'
import { comparePaths, digestFile, linesOf, onDisk, readSumLine, shownPath, SUMS, UNLISTED, walk } from '../../evidence/index.ts'
import type { BytePath, Found } from '../../evidence/index.ts'
import { ownerOf } from '../lock.ts'
import type { Checked, Problems } from './problems.ts'

const LONGEST = 16_384

const ADDED: Readonly<Record<Found['kind'], string>> = {
  'file': `is not listed in ${SUMS}`,
  'empty-folder': 'is an empty folder, which no run holds',
  'other': 'is a link or a special file, which no run holds',
  'too-deep': 'is a folder deeper than any of a run, and was not entered',
}
/** A run that was stopped at once has no evidence. */
const MAY_BE_EMPTY = 'evidence'

/**
 * Every file of the folder against SHA256SUMS, and the other way round. Both are in one order, so that neither is held: they
 * are read side by side. Where there are no sums, no file is listed, and only what no run holds is told of the others.
 */
export async function checkSums(dir: string, problems: Problems, checked: Checked): Promise<void> {
  const files = walk(dir)
  const sums = sumsOf(dir, problems)
  let [file, sum] = [await nextFile(dir, files), await sums.next()]
  const sealed = sum.done !== true
  while (file !== null || sum.done !== true) {
    const order = file === null ? 1 : sum.done === true ? -1 : comparePaths(file.path, sum.value.path)
    if (order < 0) {
      if (sealed || file!.kind !== 'file') problems.tell('added', shownPath(file!.path), ADDED[file!.kind])
    } else if (order > 0) {
      problems.tell('removed', shownPath(sum.value!.path), `is listed in ${SUMS} and not there`)
    } else {
      await checkOne(dir, file!, sum.value!.sha256, problems)
      checked.files += 1
    }
    if (order <= 0) file = await nextFile(dir, files)
    if (order >= 0) sum = await sums.next()
  }
}

async function checkOne(dir: string, { path, kind }: Found, sha256: string, problems: Problems): Promise<void> {
  if (kind !== 'file') return problems.tell('edited', shownPath(path), 'is no regular file any more')
  const digested = await digestFile(onDisk(dir, path))
  if ('because' in digested) problems.tell('edited', shownPath(path), digested.because)
  else if (digested.sha256 !== sha256) problems.tell('edited', shownPath(path), `has SHA-256 ${digested.sha256}, and ${SUMS} says ${sha256}`)
}

async function nextFile(dir: string, files: AsyncGenerator<Found>): Promise<Found | null> {
  for (;;) {
    const next = await files.next()
    if (next.done === true) return null
    const { path, kind } = next.value
    const passed = kind === 'file' ? UNLISTED.has(path) || await isLock(dir, path) : kind === 'empty-folder' && path === MAY_BE_EMPTY
    if (!passed) return next.value
  }
}

/** The lock of a process that is alive, and nothing that only has the name of one. */
async function isLock(dir: string, path: BytePath): Promise<boolean> {
  if (ownerOf(path) === null) return false
  const digested = await digestFile(onDisk(dir, path), 0)
  return !('because' in digested)
}

async function* sumsOf(dir: string, problems: Problems): AsyncGenerator<{ readonly path: BytePath; readonly sha256: string }, undefined> {
  let previous: BytePath | null = null
  for await (const line of linesOf(join(dir, SUMS), LONGEST)) {
    if ('because' in line) {
      problems.tell('unsealed', SUMS, `${line.because}: the run was never sealed, or its seal was taken off`)
      return
    }
    const read = line.state === 'whole' ? readSumLine(line.bytes.toString('latin1')) : null
    if (line.state === 'cut') problems.tell('cut', SUMS, `line ${line.number} ends without its newline`)
    else if (read === null) problems.tell('malformed', SUMS, `line ${line.number} is no line of sha256sum`)
    else if (previous !== null && comparePaths(previous, read.path) >= 0) problems.tell('reordered', SUMS, `line ${line.number} stands after ${shownPath(previous)}`)
    else {
      previous = read.path
      yield read
    }
  }
}
