// Line ends of both kinds, a missing last one, and what a template language or a shell would act on. The fork gives its view in hex.
import { defineProbe, holdsIf, textOf } from 'polygraph/probe'

const TEXTS = ['one\n', 'no end', 'a\r\nb\rc\n', '# %s {{x}} $HOME `id`\n', 'größe 漢字 🦆\n', '\ufeffmark\n']

export default defineProbe(async ({ fork, exec }) => {
  const one = await fork()
  const paths = TEXTS.map((_, place) => `${one.policy.workspace}/text-${place}`)
  await one.put(TEXTS.map((text, place) => ({ path: paths[place]!, bytes: Buffer.from(text), mode: 0o644, owner: 'agent' })))
  const inside = textOf((await exec(one, ['/usr/bin/python3', '-I', '-c', 'import sys\nfor p in sys.argv[1:]: print(open(p, "rb").read().hex())', ...paths])).stdout).split('\n')
  const back = await one.get(paths, { files: 10, bytesPerFile: 1000, bytes: 10_000 })
  const wrong = TEXTS.filter((text, place) => inside[place] !== Buffer.from(text).toString('hex') || (back[place]?.state === 'file' ? textOf(back[place].bytes) : null) !== text)
  return holdsIf(wrong.length === 0, wrong.length === 0 ? `${TEXTS.length} texts arrived and came back` : `otherwise: ${JSON.stringify(wrong)}`)
})
