import { readFileSync } from 'node:fs'
import type { Backend } from '../../contract/index.ts'
import { wrap } from './wrap.ts'

/** A backend in whose forks stand-ins for the kernel's files can be read and written. Nothing of the real kernel's is reached. */
export function kernelFiles(inner: Backend): Backend {
  const program = readFileSync(new URL('kernel-files.py', import.meta.url), 'utf8')
  return wrap(inner, 'opens-kernel-files', {
    // The namespace in which the stand-ins are mounted can't be made under the filter.
    prepare: (backend, environment, files, asked) => backend.prepare(environment, files, { ...asked, systemCallFilter: false }),
    exec: (fork, command) => fork.exec({ ...command, argv: ['/usr/bin/python3', '-I', '-S', '-c', program, ...command.argv] }),
  })
}
