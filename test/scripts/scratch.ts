import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that is gone when the test is over. */
export function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'polygraph-test-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
