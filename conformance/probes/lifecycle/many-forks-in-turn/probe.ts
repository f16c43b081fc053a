// Each leaves a mark in five places and looks first for one.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

const PLACES = '. "$HOME" /tmp /var/tmp /dev/shm'
const SCRIPT = `for place in ${PLACES}; do test -e $place/$1 && echo $place && exit 1; touch $place/$1; done; exit 0`

export default defineProbe(async ({ fork, shell, nonce }) => {
  const mark = nonce()
  for (let number = 1; number <= 50; number++) {
    const one = await fork()
    const end = await shell(one, SCRIPT, { args: [mark] })
    if (end.exitCode !== 0) {
      await shell(one, `for place in ${PLACES}; do rm -f $place/$1; done`, { args: [mark] })
      return holdsIf(false, `fork ${number} found something of an earlier one: ${endOf(end)}`)
    }
    await one.discard()
  }
  return holdsIf(true, 'fifty forks in turn found nothing of each other')
})
