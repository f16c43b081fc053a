import type { FileEntry, User } from '../contract/index.ts'
import type { Task } from '../schema/index.ts'
import { fileOf } from './commands.ts'

/** The files that every agent starts with, as the task holds them, below a folder of a fork. */
export function startFiles(task: Task, folder: string, owner: User): FileEntry[] {
  return task.workspace.map(({ path, bytes, mode }) => fileOf(owner, `${folder}/${path}`, bytes, mode))
}
