import type { Source } from '../../schema/index.ts'
import type { Making, SourceCopy } from './copy.ts'
import { answerKey, crossRun, heldOut, leftover, reference, scaffold } from './files.ts'
import { history } from './history.ts'
import { network } from './network.ts'

export type { Making, Service, SourceCopy } from './copy.ts'
export { file, marked } from './copy.ts'

/** What the server of the network needs beside the task: a folder that nobody can foresee, and its program. */
export interface Serving { readonly folder: string; readonly program: Uint8Array }

/** One copy of a forbidden source, to be laid in one fork. */
export function copyOf(source: Source, making: Making, serving: Serving): SourceCopy {
  switch (source) {
    case 'held-out': return heldOut(making)
    case 'history': return history(making)
    case 'answer-key': return answerKey(making)
    case 'leftover': return leftover(making)
    case 'network': return network(making, serving.folder, serving.program)
    case 'scaffold': return scaffold(making)
    case 'reference': return reference(making)
    case 'cross-run': return crossRun(making)
  }
}
