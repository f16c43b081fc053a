// A variable with a secret value stands in this process while a state is made, forked and used; the fork's processes are searched.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const SEARCH = 'for file in /proc/[0-9]*/environ; do tr "\\0" "\\n" < $file 2>/dev/null; done | sed "s/=.*//" | sort -u; env'

export default defineProbe(async ({ prepare, fork, shell, nonce }) => {
  const name = `HARNESS_${nonce().toUpperCase()}`
  process.env[name] = 'secret'
  try {
    const found = textOf((await shell(await fork(await prepare()), SEARCH)).stdout)
    return holdsIf(!found.includes(name), found.includes(name) ? 'a variable of the harness is in the fork' : 'a variable of the harness is in no process that the fork can read')
  } finally {
    delete process.env[name]
  }
})
