// Three commands wait for each other's files, which they can meet only while all run. Their patience matters only where they never meet.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

const SCRIPT = 'touch here-$1; n=0; until [ -e here-1 ] && [ -e here-2 ] && [ -e here-3 ]; do [ $n -gt 120 ] && { echo never met; exit 1; }; sleep 0.03; n=$((n+1)); done; echo met; exit $((10+$1))'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  const ends = await Promise.all([1, 2, 3].map((number) => shell(one, SCRIPT, { args: [String(number)] })))
  return holdsIf(ends.every(({ exitCode }, place) => exitCode === 11 + place), ends.map(endOf).join('; '))
})
