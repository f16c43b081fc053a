import { readdirSync, readFileSync } from 'node:fs'

/** Pids on this host whose command line holds `mark`. None where forks have a kernel of their own, so look before and after. */
export function processesOnHost(mark: string): readonly number[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => {
    try {
      return pid !== process.pid && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes(mark)
    } catch {
      return false
    }
  })
}
