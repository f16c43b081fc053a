import { defineProbe, endOf, holdsIf, unverified } from 'polygraph/probe'

// Both kinds of lock: flock(2) belongs to an open file, lockf(3) to a process. The holder ends by itself.
const HOLD = 'import fcntl, time; one, two = open("first", "w"), open("second", "w"); fcntl.flock(one, fcntl.LOCK_EX); fcntl.lockf(two, fcntl.LOCK_EX); open("held", "w"); time.sleep(25)'
const TRY = `import fcntl
for name, lock in (("first", fcntl.flock), ("second", fcntl.lockf)):
    try: lock(open(name, "r+"), fcntl.LOCK_EX | fcntl.LOCK_NB); print(name, "free")
    except BlockingIOError: print(name, "held")`

export default defineProbe(async ({ prepare, fork, exec, shell, seal }) => {
  const one = await fork(await prepare())
  await shell(one, 'python3 -I -c "$1" < /dev/null > /dev/null 2>&1 & for try in $(seq 200); do test -e held && exit 0; sleep 0.05; done', { args: [HOLD] })
  const own = await exec(one, ['python3', '-I', '-c', TRY])
  if (own.exitCode !== 0 || endOf(own).includes('free')) return unverified(`the locks do not hold in their own fork: ${endOf(own)}`)
  const look = await exec(await fork(await seal(one)), ['python3', '-I', '-c', TRY])
  return look.exitCode === 0 ? holdsIf(!endOf(look).includes('held'), `in a fork of the state: ${endOf(look).replaceAll('\n', ', ')}`) : unverified(endOf(look))
})
