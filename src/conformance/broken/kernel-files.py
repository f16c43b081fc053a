"""Starts a program that sees stand-ins for the kernel's files, all of them its own. usage: PROGRAM ARGUMENT…"""
import ctypes
import os
import sys

NEWNS, NEWUSER = 0x20000, 0x10000000
REC, PRIVATE, BIND = 0x4000, 0x40000, 0x1000
TREES = {
    '/proc/sys': ('kernel/core_pattern', 'kernel/hostname', 'kernel/modprobe', 'kernel/sysrq', 'vm/drop_caches', 'fs/binfmt_misc/register'),
    '/sys': ('kernel/debug/tracing/trace', 'kernel/uevent_helper', 'fs/cgroup/cgroup.procs', 'fs/cgroup/release_agent', 'power/state'),
}
FILES = ('/proc/kcore', '/proc/kallsyms', '/proc/kpagecount', '/proc/kmsg', '/proc/timer_list', '/proc/sysrq-trigger', '/proc/self/oom_score_adj')
libc = ctypes.CDLL(None, use_errno=True)


def check(result):
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def mount(source, target, kind=None, flags=0):
    check(libc.mount(*(None if text is None else text.encode() for text in (source, target, kind)), flags, None))


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w') as handle:
        handle.write(text)


uid, gid, folder = os.getuid(), os.getgid(), os.getcwd()
check(libc.unshare(NEWUSER | NEWNS))
write('/proc/self/setgroups', 'deny')
write('/proc/self/gid_map', f'{gid} {gid} 1')
write('/proc/self/uid_map', f'{uid} {uid} 1')
mount(None, '/', None, REC | PRIVATE)
for tree, names in TREES.items():
    mount('tmpfs', tree, 'tmpfs')
    for name in names:
        write(f'{tree}/{name}', 'ffffffff81000000 T stand-in\n')
for path in filter(os.path.exists, FILES):
    mount('/sys/kernel/uevent_helper', path, None, BIND)
os.chdir(folder)
os.execvp(sys.argv[1], sys.argv[1:])
