import { readFileSync } from 'node:fs'

/** When a process began, in clock ticks since boot: with its pid this names it for good. Null where there is none. */
export function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

/** Whether the process of that pid and start still runs; another one that got the same pid since is not it. */
export function runs(pid: number, start: string): boolean {
  return startOf(pid) === start
}
