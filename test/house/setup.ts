import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Tests mean something only on the Node the lock file pins; a system Node that slips in is told, not used. */
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  throw new Error(`Tests need Node 24 or newer, this is ${process.versions.node}. Run them with: npm test`)
}

/** What tests leave for `clean` to find is found by themselves alone, and nothing of it gets into the user's own state. */
const state = join(tmpdir(), `polygraph-test-state-${process.pid}`)
process.env['XDG_STATE_HOME'] = state
process.once('exit', () => rmSync(state, { recursive: true, force: true }))
