import { defineProbe, endOf, holdsIf, unverified } from 'polygraph/probe'

// What acts do: files, folders, links, modes, deletions, and a program that writes what it computed.
const ACT = `mkdir -p src/deep && echo "def add(a, b): return a + b" > src/impl.py && cp src/impl.py src/deep/ && ln -s ../impl.py src/deep/link
  chmod 750 src/deep && echo x > gone && rm gone && echo note > "$HOME/note-$1" && echo scratch > "/tmp/scratch-$1"
  python3 -c "import json, sys; sys.path.insert(0, 'src'); import impl; json.dump({str(n): impl.add(n, n) for n in range(1000)}, open('result.json', 'w'))"`

export default defineProbe(async ({ fork, shell, seal, nonce }) => {
  const args = [nonce()]
  const failed: string[] = []
  const acted = async (): Promise<string> => {
    const one = await fork()
    const done = await shell(one, ACT, { args })
    if (done.exitCode !== 0) failed.push(endOf(done))
    return (await seal(one)).digest
  }
  const found = [await acted(), await acted(), await acted()]
  for (let pair = 0; pair < 2; pair++) found.push(...await Promise.all([acted(), acted()]))
  if (failed.length > 0) return unverified(`the act failed: ${failed[0]}`)
  const different = new Set(found)
  return holdsIf(different.size === 1, `${different.size} digest(s) of ${found.length} acts: ${[...different].map((digest) => digest.slice(0, 12)).join(', ')}`)
})
