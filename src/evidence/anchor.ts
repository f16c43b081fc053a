import { mkdir, open } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { Anchor } from '../schema/index.ts'
import { linesOf } from './read.ts'

const LONGEST = 2048

/** Where heads are kept unless somebody says otherwise: outside of every run, in the user's state directory. */
export function defaultAnchor(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const state = env['XDG_STATE_HOME']
  return join(state !== undefined && isAbsolute(state) ? state : join(homedir(), '.local', 'state'), 'polygraph', 'anchors.jsonl')
}

/** Appends to an anchor file, made with its folder where it isn't there; on disk when this resolves. */
export async function anchor(file: string, entry: Anchor): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.appendFile(`${JSON.stringify(Anchor.parse(entry))}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The entries of an anchor file, one at a time. A line that is none is passed over: it vouches for nothing. */
export async function* readAnchors(file: string): AsyncGenerator<Anchor> {
  for await (const line of linesOf(file, LONGEST)) {
    if ('because' in line || line.state !== 'whole') continue
    try {
      const parsed = Anchor.safeParse(JSON.parse(line.bytes.toString('utf8')))
      if (parsed.success) yield parsed.data
    } catch {}
  }
}
