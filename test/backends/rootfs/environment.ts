import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { EnvironmentFile } from '../../../src/schema/environment.ts'
import type { RootfsSource } from '../../../src/backends/rootfs/index.ts'

/** An environment of this repository, as the builder takes it. */
export function environment(id: string): RootfsSource {
  const dir = join(import.meta.dirname, '../../../environments', id)
  return { ...EnvironmentFile.parse(parse(readFileSync(join(dir, 'environment.toml'), 'utf8'))), id, dir }
}
