import { defineProbe, endOf, holdsIf, unverified } from 'polygraph/probe'

// Both kinds of lock: flock(2) belongs to an open file, lockf(3) to a process. The holder ends by itself after 20 seconds.
const HOLD = 'import fcntl, time; one, two = open("first", "r+"), open("second", "r+"); fcntl.flock(one, fcntl.LOCK_EX); fcntl.lockf(two, fcntl.LOCK_EX); open("held", "w"); time.sleep(20)'
const TRY = `import fcntl
for name, lock in (("first", fcntl.flock), ("second", fcntl.lockf)):
    try: lock(open(name, "r+"), fcntl.LOCK_EX | fcntl.LOCK_NB); print(name, "free")
    except BlockingIOError: print(name, "held")`

export default defineProbe(async ({ prepare, fork, exec, shell }) => {
  const start = await prepare(['first', 'second'].map((name) => ({ path: `/workspace/${name}`, bytes: Buffer.from('x'), mode: 0o644, owner: 'agent' as const })))
  const [holder, sibling] = [await fork(start), await fork(start)]
  const ready = await shell(holder, 'python3 -I -c "$1" < /dev/null > /dev/null 2>&1 & for try in $(seq 200); do test -e held && exit 0; sleep 0.05; done; exit 1', { args: [HOLD] })
  const own = await exec(holder, ['python3', '-I', '-c', TRY])
  if (ready.exitCode !== 0 || endOf(own).includes('free')) return unverified(`the locks do not hold in their own fork: ${endOf(own)}`)
  const seen = await exec(sibling, ['python3', '-I', '-c', TRY])
  return holdsIf(!endOf(seen).includes('held') && seen.exitCode === 0, `a sibling tried: ${endOf(seen).replaceAll('\n', ', ')}`)
})
