import { program } from 'polygraph/probe'

// Who is who and what leads where, for every program of the verifier.
export default program('changeable.py', { args: [
  '/etc/passwd', '/etc/group', '/etc/shadow', '/etc/gshadow', '/etc/subuid', '/etc/hosts', '/etc/hostname', '/etc/resolv.conf',
  '/etc/nsswitch.conf', '/etc/host.conf', '/etc/machine-id', '/etc/localtime',
] })
