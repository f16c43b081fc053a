/** What dead runs left: QEMU processes, which the kernel kills with their run unless that was kept from it. Directories are found by who makes them. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Leftover } from '../../contract/index.ts'
import { runs } from '../process.ts'

const NAME = /^guest=polygraph-(\d+)-(\d+)-\d+$/

/** Processes of QEMU whose name says that a run of this user made them, and that run is dead. */
export async function findLeftovers(): Promise<readonly Leftover[]> {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).flatMap((pid): Leftover[] => {
    const [program = '', ...rest] = argumentsOfProcess(pid)
    const match = rest.map((argument) => NAME.exec(argument)).find((found) => found !== null)
    if (!program.endsWith('qemu-system-x86_64') || match === undefined || runs(Number(match[1]), match[2]!)) return []
    return [{ kind: 'process', id: pid, because: `a machine of a run, process ${match[1]}, that is dead` }]
  })
}

/** Ends one leftover: nothing but what is listed as one at this moment. */
export async function removeLeftover(leftover: Leftover): Promise<void> {
  if (!(await findLeftovers()).some(({ kind, id }) => kind === leftover.kind && id === leftover.id)) throw new Error(`${leftover.id} is no ${leftover.kind} that a dead run of ours left`)
  process.kill(Number(leftover.id), 'SIGKILL')
}

function argumentsOfProcess(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}
