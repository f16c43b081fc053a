import { program } from 'polygraph/probe'

// What decides which libraries every program of every user starts with.
export default program('changeable.py', { args: [
  '/etc/ld.so.preload', '/etc/ld.so.conf', '/etc/ld.so.conf.d', '/etc/ld.so.cache', '/lib64/ld-linux-x86-64.so.2',
  '/lib/ld-linux-aarch64.so.1', '/etc/environment', '/etc/profile', '/etc/bash.bashrc', '/etc/gitconfig',
] })
