// An agent can make none, so those that every fork has are asked for: /dev/zero has no end, and reading /dev/null is no file.
import { defineProbe, holdsIf, unsupported } from 'polygraph/probe'

export default defineProbe(async ({ fork, shell }) => {
  const one = await fork()
  if ((await shell(one, 'test -c /dev/null && test -c /dev/zero')).exitCode !== 0) return unsupported('its forks have no /dev/null and /dev/zero')
  const found = (await one.get(['/dev/null', '/dev/zero'], { files: 10, bytesPerFile: 1000, bytes: 10_000 })).map((each) => each.state === 'not-regular' ? each.type : each.state)
  return holdsIf(found.every((type) => type === 'character-device'), `/dev/null and /dev/zero: ${found.join(', ')}`)
})
