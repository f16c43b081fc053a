import { readFileSync } from 'node:fs'
import type { Backend } from '../../contract/index.ts'
import type { Broken } from './index.ts'
import { wrap } from './wrap.ts'

/** A system call by name; with `argument` (counted from 0), only where its low word equals a value or has a bit of one. */
export interface Answered { readonly call: string; readonly argument?: number; readonly equals?: number; readonly anyBit?: number }

/**
 * A backend on which system calls aren't made but answered: with success (0) or an error number. Of two filters that both
 * answer, the kernel takes the younger one, so that this one holds over the filter of the fork.
 */
export function answering(name: string, because: string, calls: readonly Answered[], code: number): Broken {
  const program = readFileSync(new URL('answers.py', import.meta.url), 'utf8')
  const prelude = ['/usr/bin/python3', '-I', '-S', '-c', program, JSON.stringify({ calls, code })]
  return { because, wrap: (inner: Backend) => wrap(inner, name, { exec: (fork, command) => fork.exec({ ...command, argv: [...prelude, ...command.argv] }) }) }
}
