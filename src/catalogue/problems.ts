import type { Problem } from './catalogue.ts'
import type { FolderFiles } from './folder.ts'

export type Kind = 'agents' | 'tasks' | 'verifiers' | 'environments'

/** One folder of a catalogue, read. `shown` is the path that problems name it by. */
export interface Folder {
  readonly kind: Kind | 'probes'
  readonly id: string
  readonly dir: string
  readonly shown: string
  readonly files: FolderFiles
  readonly digest: string
}

/** Gathers what is wrong, so that one look shows everything and not the first thing alone. */
export class Problems {
  private readonly found: Problem[] = []

  add(problem: { file: string; line?: number | null; field?: string; what: string; fix: string }): void {
    this.found.push({ line: null, field: '', ...problem })
  }

  /** Something wrong with a file of a folder. */
  at(folder: Folder, file: string, problem: { line?: number | null; field?: string; what: string; fix: string }): void {
    this.add({ file: file === '' ? folder.shown : `${folder.shown}/${file}`, ...problem })
  }

  get count(): number {
    return this.found.length
  }

  /** In order of file, line and field. */
  sorted(): readonly Problem[] {
    return this.found.toSorted((a, b) => compare(a.file, b.file) || (a.line ?? 0) - (b.line ?? 0) || compare(a.field, b.field))
  }
}

/** A problem as one line of text: `agents/x/agent.toml:3: label: what; fix`. */
export function problemText({ file, line, field, what, fix }: Problem): string {
  return `${file}${line === null ? '' : `:${line}`}: ${field === '' ? '' : `${field}: `}${what}; ${fix}`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
