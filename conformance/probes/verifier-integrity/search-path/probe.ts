import { program } from 'polygraph/probe'

// Every folder in which a program is looked for, and what is run by its full name.
export default program('changeable.py', { args: [
  '/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin', '/usr/bin/env', '/bin/sh', '/usr/bin/git',
  '/home/verifier', '/home/verifier/.local/bin', '/home/verifier/.bashrc',
] })
