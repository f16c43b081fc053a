import { defineProbe, endOf, holdsIf, textOf } from 'polygraph/probe'

// One fork fills /dev/shm and leaves a process that holds 16 MiB; another takes 16 MiB of each.
const FILL = 'dd if=/dev/zero of=/dev/shm/full bs=64k count=512 2>/dev/null; (setsid python3 -I -c "import time; held = b\'x\' * (16 << 20); time.sleep(10)" < /dev/null > /dev/null 2>&1 &)'
const USE = 'dd if=/dev/zero of=/dev/shm/own bs=64k count=160 2>/dev/null && rm /dev/shm/own && python3 -I -c "held = b\'x\' * (16 << 20)" && echo used'

export default defineProbe(async ({ fork, shell }) => {
  const [one, other] = [await fork(), await fork()]
  await shell(one, FILL)
  const done = await shell(other, USE)
  const used = textOf(done.stdout).trim() === 'used'
  await shell(one, 'rm -f /dev/shm/full /dev/shm/own')
  return holdsIf(used, `while one fork holds what it may, another ${used ? 'could use' : 'could not use'} 10 MiB of /dev/shm and 16 MiB of memory${used ? '' : ` (${endOf(done)})`}`)
})
