import { readFile } from 'node:fs/promises'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

// "0 0 4294967295" maps every id to itself: then root of the fork is root of its kernel, which must be another one than the
// host's. The kernel draws boot_id once when it starts.
const LOOK = 'id -u; test -w /etc/passwd && echo may || echo "may not"; head -n 1 /proc/self/uid_map | tr -s " "; cat /proc/sys/kernel/random/boot_id'

export default defineProbe(async ({ fork, shell }) => {
  const [uid, may, map = '', boot = ''] = textOf((await shell(await fork(), LOOK, { user: 'root' })).stdout).trim().split('\n').map((line) => line.trim())
  const same = boot === (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
  const apart = map !== '0 0 4294967295' || !same
  return holdsIf(uid === '0' && may === 'may' && apart, `user ${uid}, who ${may} write the list of users; ids inside, outside, how many: ${map}; ${same ? "the host's kernel" : 'another kernel'}`)
})
