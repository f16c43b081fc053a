import { EnvironmentFile } from '../schema/index.ts'
import type { Environment } from '../schema/index.ts'
import { readDocument } from './document.ts'
import type { Folder, Problems } from './problems.ts'

/** Reads environments/<id>/environment.toml. Null with the problems added where anything is wrong. */
export function readEnvironment(folder: Folder, problems: Problems): Environment | null {
  const document = readDocument(folder, 'environment.toml', EnvironmentFile, problems)
  return document === null ? null : { id: folder.id, dir: folder.dir, digest: folder.digest, ...document.value }
}
