import { spawn } from 'node:child_process'
import { lstat } from 'node:fs/promises'

/** Longer than any holder works: it appends one line. */
const WAIT_SECONDS = 60

/**
 * Does work while no other process holds the lock of a file, which is made where it isn't there. The lock is the kernel's
 * (flock), held by a child that ends with its input: whatever ends this process frees it, and none is ever left behind.
 */
export async function locked<T>(file: string, work: () => Promise<T>): Promise<T> {
  // The holder would follow a link, and make what it leads to.
  const there = await lstat(file).catch(() => null)
  if (there !== null && !there.isFile()) throw new Error(`${file} is no regular file: move it away`)
  const release = await acquire(file)
  try {
    return await work()
  } finally {
    await release()
  }
}

function acquire(file: string): Promise<() => Promise<void>> {
  const holder = spawn('flock', ['--exclusive', '--timeout', String(WAIT_SECONDS), file, 'cat'], { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = new Promise<void>((done) => { holder.once('close', () => done()) })
  return new Promise((resolve, reject) => {
    holder.once('error', (error) => reject(new Error(`flock, of util-linux, can't be started, and without it ${file} can't be locked: ${error.message}`)))
    holder.once('close', () => reject(new Error(`${file} could not be locked within ${WAIT_SECONDS} s: another run holds it, or it can't be opened`)))
    holder.stdin.on('error', () => {})
    holder.stdout.once('data', () => resolve(async () => {
      holder.stdin.end()
      await ended
    }))
    holder.stdin.write('\n')
  })
}
