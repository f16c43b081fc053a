// One set-up of a checkout at a time. The lock is a folder that names its owner; a dead owner's lock is taken over.
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Takes the lock, waiting for a living owner, and answers with the function that gives it back.
 * `told` is called once when there is somebody to wait for.
 * @param {string} folder
 * @param {{ told?: (pid: number) => void, patience?: number, pause?: number }} [options]
 */
export async function takeLock(folder, { told = () => {}, patience = 15 * 60_000, pause = 250 } = {}) {
  const me = { pid: process.pid, started: startOf(process.pid) }
  const deadline = Date.now() + patience
  for (let waited = false; ; waited = true) {
    if (tryTake(folder, me)) return () => giveBack(folder, me)
    const owner = ownerOf(folder)
    if (owner && !alive(owner)) {
      putAside(folder, owner)
      continue
    }
    if (!waited && owner) told(owner.pid)
    if (Date.now() > deadline) {
      throw new Error(`another set-up has held ${folder} for too long; remove that folder if none is running`)
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

// Written beside and moved into place, so that a lock never exists without the name of its owner.
function tryTake(folder, me) {
  mkdirSync(dirname(folder), { recursive: true })
  const draft = mkdtempSync(`${folder}-`)
  writeFileSync(join(draft, 'owner.json'), JSON.stringify(me))
  try {
    renameSync(draft, folder)
    return true
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false
    throw error
  }
}

function putAside(folder, stale) {
  const aside = `${folder}-stale-${process.pid}`
  try {
    renameSync(folder, aside)
  } catch {
    return // somebody else was quicker
  }
  const moved = ownerOf(aside)
  // Between looking and moving the lock may have got a living owner, who gets it back.
  if (moved && !same(moved, stale)) renameSync(aside, folder)
  else rmSync(aside, { recursive: true, force: true })
}

function giveBack(folder, me) {
  const owner = ownerOf(folder)
  if (owner && same(owner, me)) rmSync(folder, { recursive: true, force: true })
}

function ownerOf(folder) {
  try {
    return JSON.parse(readFileSync(join(folder, 'owner.json'), 'utf8'))
  } catch {
    return null
  }
}

function alive(owner) {
  try {
    process.kill(owner.pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  // The number may have gone to another process since.
  return owner.started === null || owner.started === startOf(owner.pid)
}

function same(a, b) {
  return a.pid === b.pid && a.started === b.started
}

function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return null
  }
}
