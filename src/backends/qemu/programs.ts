/** The programs of the host that this backend runs, and the Debian package of each. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export const QEMU = 'qemu-system-x86_64'

const NEEDED = [
  { program: QEMU, package: 'qemu-system-x86' },
  { program: 'setpriv', package: 'util-linux' },
  { program: 'mkfs.erofs', package: 'erofs-utils' },
  { program: 'xorriso', package: 'xorriso' },
  { program: 'cpio', package: 'cpio' },
] as const

/** What is missing, as a sentence with what to do; null where nothing is. */
export function missingPrograms(path: string = process.env['PATH'] ?? ''): string | null {
  const missing = NEEDED.filter(({ program }) => !path.split(delimiter).concat('/usr/sbin', '/sbin').some((dir) => isProgram(join(dir, program))))
  if (missing.length === 0) return null
  return `${missing.map(({ program }) => program).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Install with "sudo apt-get install --no-install-recommends ${missing.map((each) => each.package).join(' ')}"`
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
