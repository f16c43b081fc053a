import { program } from 'polygraph/probe'

// What holds the programs and libraries of the system, and what holds that.
export default program('changeable.py', { args: [
  '/', '/usr', '/usr/bin', '/usr/sbin', '/usr/lib', '/usr/local', '/usr/local/bin', '/usr/local/lib', '/usr/share', '/bin',
  '/sbin', '/lib', '/lib64', '/opt', '/etc', '/var', '/home', '/root',
] })
