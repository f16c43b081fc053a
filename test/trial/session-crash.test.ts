import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { createNamespacesBackend } from '../../src/backends/namespaces/index.ts'

/** Command lines of all processes of this machine that we can see. */
function commandLines(): readonly string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid) => {
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]
    } catch {
      return []
    }
  })
}

test('a run that is killed with a session staged leaves no program and no mount, and a folder that clean takes away', async () => {
  const place = mkdtempSync(join(tmpdir(), 'polygraph-crash-'))
  const keep = join(place, 'keep')
  writeFileSync(keep, 'mine')
  const script = fileURLToPath(new URL('../helpers/stage-and-wait.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=polygraph-source', script], { env: { ...process.env, TMPDIR: place }, stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  try {
    const [said] = await once(child.stdout!.setEncoding('utf8'), 'data') as [string]
    // The folder of the server has a name of its own in every fork, and stands in the command line of its process.
    const server = dirname(said.trim())
    const running = (): number => commandLines().filter((line) => line.includes(server)).length
    expect(running()).toBe(1)
    child.kill('SIGKILL')
    await exited
    // The kernel ends the forks of a dead server; how soon is its own affair.
    await vi.waitFor(() => expect(running()).toBe(0), { timeout: 10_000, interval: 20 })
    expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(place)

    vi.stubEnv('TMPDIR', place)
    const backend = createNamespacesBackend()
    const left = await backend.leftovers()
    const folders = left.filter(({ kind }) => kind === 'directory')
    expect(folders).toHaveLength(1)
    symlinkSync(keep, join(folders[0]!.id, 'out'))
    for (const leftover of left.filter(({ id }) => id.startsWith(place))) await backend.remove(leftover)
    expect((await backend.leftovers()).filter(({ id }) => id.startsWith(place))).toEqual([])
    expect(readFileSync(keep, 'utf8')).toBe('mine')
  } finally {
    vi.unstubAllEnvs()
    child.kill('SIGKILL')
    rmSync(place, { recursive: true, force: true })
  }
})
