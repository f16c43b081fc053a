import { extname } from 'node:path'
import type { FileEntry } from '../../contract/index.ts'
import type { Task, TaskFileEntry } from '../../schema/index.ts'

/** What a source is made of: whose task it answers, where the fork's folders are, and the marker that its copies carry. */
export interface Making { readonly task: Task; readonly workspace: string; readonly home: string; readonly canary: string }

/** A program that the harness starts in the fork before the act, as the verifier's user, and leaves running; see service.ts. */
export interface Service { readonly argv: readonly string[]; readonly cwd: string; readonly env: Readonly<Record<string, string>> }

/**
 * One source, ready to be laid. `root` is what must go for it to be gone. `telling` are the files and folders that nobody opens but for what they hold; `env` is
 * added to the agent's variables; `log` is a file of the harness's that grows during the act.
 */
export interface SourceCopy {
  readonly root: string
  readonly files: readonly FileEntry[]
  readonly telling: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly service?: Service
  readonly log?: string
}

const COMMENTS: Readonly<Record<string, string>> = {
  '.py': '#', '.sh': '#', '.rb': '#', '.toml': '#', '.yaml': '#', '.yml': '#',
  '.js': '//', '.mjs': '//', '.cjs': '//', '.ts': '//', '.mts': '//', '.cts': '//',
}

/** The files of the artifact as the reference has them, each with the marker in a last line that changes nothing. */
export function solved({ task, canary }: Pick<Making, 'task' | 'canary'>, note = ''): readonly TaskFileEntry[] {
  return task.solution.filter((file) => task.artifact.includes(file.path)).map((file) => ({ ...file, bytes: marked(file.path, file.bytes, `${canary}${note}`) }))
}

/** A text with the marker in a comment of its language; one that can't hold a comment stays as it is. */
export function marked(path: string, bytes: Uint8Array, canary: string): Uint8Array {
  const comment = COMMENTS[extname(path)]
  if (comment === undefined) return bytes
  const text = Buffer.from(bytes)
  return Buffer.concat([text, Buffer.from(`${text.at(-1) === 0x0a ? '' : '\n'}${comment} ${canary}\n`)])
}

/** A file of the harness's making, as the agent's user owns it unless said otherwise. */
export function file(path: string, content: Uint8Array | string, mode = 0o644, owner: FileEntry['owner'] = 'agent'): FileEntry {
  return { path, bytes: typeof content === 'string' ? Buffer.from(content) : content, mode, owner }
}

/** Files as an answer to a question would show them: each in a fence, under its name. */
export function fenced(files: readonly TaskFileEntry[]): string {
  return files.map(({ path, bytes }) => `## ${path}\n\n\`\`\`\n${Buffer.from(bytes).toString('utf8')}\`\`\`\n`).join('\n')
}
