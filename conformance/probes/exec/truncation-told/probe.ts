// A mebibyte into 64 KiB; the writer must come to its end, not block or die of a closed pipe.
import { defineProbe, endOf, holdsIf } from 'polygraph/probe'

const LIMIT = 65536
const PROGRAM = 'import sys\nn = int(sys.argv[1])\nsys.stdout.write("".join("%07d\\n" % i for i in range(n)))\nsys.stdout.flush()\nsys.exit(7)'

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const lines = (count: number) => exec(one, ['/usr/bin/python3', '-I', '-c', PROGRAM, String(count)], { outputBytes: LIMIT })
  const [over, exact] = [await lines(131072), await lines(LIMIT / 8)]
  const begins = Buffer.from(over.stdout).toString().startsWith('0000000\n0000001\n') && over.stdout.length > 0 && over.stdout.length <= LIMIT
  const good = over.truncated.stdout && begins && over.exitCode === 7 && !exact.truncated.stdout && exact.stdout.length === LIMIT
  return holdsIf(good, `of 1 MiB ${over.stdout.length} bytes came, ${over.truncated.stdout ? 'told as truncated' : 'and nobody was told'}, ${endOf({ ...over, stdout: new Uint8Array() })}; of exactly ${LIMIT}, ${exact.stdout.length}${exact.truncated.stdout ? ' told as truncated' : ''}`)
})
