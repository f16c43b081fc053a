import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findLeftovers, removeLeftover } from '../../../src/backends/qemu/leftovers.ts'
import { startOf } from '../../../src/backends/process.ts'

test('machines of dead runs are found and ended, those of living ones and all else are not', async () => {
  // Processes that look like machines: the name is all that is looked at.
  const shaped = (program: string, name: string) => spawn('/bin/sh', ['-c', 'read x', '-name', name], { argv0: program, stdio: ['pipe', 'ignore', 'ignore'] })
  const dead = shaped('qemu-system-x86_64', 'guest=polygraph-999999999-1-1')
  const alive = shaped('qemu-system-x86_64', `guest=polygraph-${process.pid}-${startOf(process.pid)}-1`)
  const foreign = shaped('qemu-system-x86_64', 'guest=somebody-1-1-1')
  const other = shaped('vi', 'guest=polygraph-999999999-1-2')
  try {
    await setTimeout(100)
    const ours = [dead, alive, foreign, other].map(({ pid }) => String(pid))
    const found = (await findLeftovers()).filter(({ id }) => ours.includes(id))
    expect(found).toEqual([{ kind: 'process', id: String(dead.pid), because: 'a machine of a run, process 999999999, that is dead' }])
    await expect(removeLeftover({ kind: 'process', id: String(alive.pid), because: '' })).rejects.toThrow(/is no process that a dead run of ours left/)
    const gone = once(dead, 'exit')
    await removeLeftover(found[0]!)
    expect((await gone)[1]).toBe('SIGKILL')
    expect((await findLeftovers()).filter(({ id }) => ours.includes(id))).toEqual([])
  } finally {
    for (const each of [dead, alive, foreign, other]) each.kill('SIGKILL')
  }
})
