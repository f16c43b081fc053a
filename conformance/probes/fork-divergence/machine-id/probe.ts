import { readFileSync } from 'node:fs'
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const FILES = ['/etc/machine-id', '/var/lib/dbus/machine-id']

const ofHost = (path: string): string => {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return ''
  }
}

// A program may put it into what it writes, so an id that is one fork's own would make equal acts unequal.
export default defineProbe(async ({ fork, shell }) => {
  const forks = [await fork(), await fork(), await fork()]
  const found = await Promise.all(forks.map(async (one) => textOf((await shell(one, `cat ${FILES.join(' ')} 2> /dev/null`)).stdout).trim()))
  const host = FILES.map(ofHost).filter((id) => id !== '')
  const own = !host.some((id) => found[0]!.includes(id))
  return holdsIf(new Set(found).size === 1 && own, `${new Set(found).size === 1 ? 'the same' : 'not the same'} in 3 forks (${found[0] === '' ? 'there is none' : found.join(', ')})${own ? '' : ", and it is the host's"}`)
})
