/**
 * Alternatives (`awk`, `which`, `pager`): packages register them in a script that runs at installation. Nothing of
 * theirs is run here; the registrations are read from its text.
 */
import { lstat, mkdir, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { tryCommand } from './command.ts'

export interface Alternative {
  link: string
  target: string
  priority: number
}

/** Registrations with literal paths in the text of a post-installation script; computed ones are left out. */
export function parseAlternatives(script: string): Alternative[] {
  const joined = script.replace(/\\\n/g, ' ')
  const found: Alternative[] = []
  for (const [, link = '', target = '', priority = '', rest = ''] of joined.matchAll(
    /update-alternatives\s+--install\s+(\/[\w./+-]+)\s+[\w.+-]+\s+(\/[\w./+-]+)\s+(\d+)([^\n]*)/g,
  )) {
    found.push({ link, target, priority: Number(priority) })
    for (const [, slave = '', slaveTarget = ''] of rest.matchAll(/--slave\s+(\/[\w./+-]+)\s+[\w.+-]+\s+(\/[\w./+-]+)/g)) {
      found.push({ link: slave, target: slaveTarget, priority: Number(priority) })
    }
  }
  return found
}

/** The alternatives that a package registers. */
export async function alternativesOf(deb: string): Promise<Alternative[]> {
  const script = await tryCommand(['dpkg-deb', '--info', deb, 'postinst'])
  return script.exitCode === 0 ? parseAlternatives(script.stdout) : []
}

/** Links each alternative to its target of highest priority; one whose target isn't in the tree (a manual page) is left out. */
export async function linkAlternatives(tree: string, alternatives: readonly Alternative[]): Promise<void> {
  const byPriority = [...alternatives].sort((a, b) => b.priority - a.priority || (a.target < b.target ? -1 : 1))
  for (const { link, target } of byPriority) {
    const place = join(tree, link)
    const exists = await lstat(place).then(() => true, () => false)
    const hasTarget = await stat(join(tree, target)).then(() => true, () => false)
    if (exists || !hasTarget) continue
    await mkdir(dirname(place), { recursive: true })
    await symlink(target, place)
  }
}
