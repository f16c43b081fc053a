import type { Backend } from '../../contract/index.ts'
import { wrap } from './wrap.ts'

/** Backends that lay or read files wrongly. */
export const FILES = {
  'loses-modes': { because: 'files are laid with mode 0644, whatever was asked', wrap: (inner: Backend) => wrap(inner, 'loses-modes', { put: (fork, files) => fork.put(files.map((file) => ({ ...file, mode: 0o644 }))) }) },
} as const
