import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const MAKE = 'for place in /tmp /var/tmp /dev/shm; do echo kept > "$place/$1"; done'
// In an order in which each finds the file still there where the one before it was done.
const TRY = `for path in /tmp/$1 /var/tmp/$1 /dev/shm/$1; do
  echo x >> "$path" && echo "write $path"
  echo x > "$path.new" && mv -f "$path.new" "$path" && echo "replace $path"
  mv "$path" "$path.moved" && echo "rename $path"
  rm -f "$path.moved" "$path" && test ! -e "$path" && echo "remove $path"
done 2>/dev/null; true`

export default defineProbe(async ({ fork, shell, nonce }) => {
  const [one, name] = [await fork(), nonce()]
  await shell(one, MAKE, { user: 'verifier', args: [name] })
  const done = textOf((await shell(one, TRY, { args: [name] })).stdout).trim().replaceAll(`/${name}`, '').split('\n').filter((each) => each !== '')
  return holdsIf(done.length === 0, `of 12 tries on three files of the verifier's, done: ${done.join(', ') || 'none'}`)
})
