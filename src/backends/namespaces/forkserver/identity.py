"""Who is who: the tiers in which the server can run, and how ids inside a fork map to ids outside.

`root`    the server is root of the host. Ids 0 to 65535 of a fork are BASE to BASE + 65535 outside, which no account has.
`subuids` an ordinary user with a range in /etc/subuid. Ids of a fork are those of the server's own user namespace.
`one-uid` an ordinary user without: every role of a fork is the same id, so that agent and verifier can't be kept apart.
"""
import os
import pwd
import subprocess

import kernel

BASE = 0x70000000  # above systemd's container range, below the sign bit
AGENT, VERIFIER, INIT = 1000, 1001, 1002
SPAN = 65536


class Identity:
    def __init__(self, tier, user=0):
        self.tier, self.user = tier, user

    def outer(self, inner):
        """The id by which the server knows an id of a fork."""
        return BASE + inner if self.tier == 'root' else inner if self.tier == 'subuids' else 0

    def inner(self, outer):
        if self.tier == 'root':
            return outer - BASE if BASE <= outer < BASE + SPAN else outer
        return outer if self.tier == 'subuids' else AGENT

    def map_lines(self, root_of_fork):
        """What goes into uid_map and gid_map of a fork's user namespace."""
        if self.tier == 'root':
            return f'0 {BASE} {SPAN}\n'
        if self.tier == 'subuids':
            # The server's own map has two parts, and an extent may not reach across parts of the map above it.
            return f'0 0 1\n1 1 {SPAN - 1}\n'
        return f'{0 if root_of_fork else AGENT} 0 1\n'

    def role(self, user, root_of_fork):
        """The id inside a fork of `agent`, `verifier`, `root` or `init`."""
        if self.tier == 'one-uid':
            return 0 if root_of_fork else AGENT
        return {'agent': AGENT, 'verifier': VERIFIER, 'root': 0, 'init': INIT}[user]


def write(path, text):
    with open(path, 'w') as handle:
        handle.write(text)


def write_maps(pid, identity, root_of_fork):
    lines = identity.map_lines(root_of_fork)
    if identity.tier == 'one-uid':
        write(f'/proc/{pid}/setgroups', 'deny')
    write(f'/proc/{pid}/gid_map', lines)
    write(f'/proc/{pid}/uid_map', lines)


def subordinate(path, names):
    """First range of at least 65,535 ids that a subuid file gives to any of the names, or None."""
    try:
        with open(path) as handle:
            for line in handle:
                owner, _, rest = line.strip().partition(':')
                start, _, count = rest.partition(':')
                if owner in names and start.isdigit() and count.isdigit() and int(count) >= SPAN - 1:
                    return int(start)
    except OSError:
        pass
    return None


def account_names():
    uid = os.getuid()
    try:
        return {str(uid), pwd.getpwuid(uid).pw_name}
    except KeyError:
        return {str(uid)}


def map_with_helpers(pid, uid, gid, first_uid, first_gid):
    """newuidmap and newgidmap are setuid and must run outside the new user namespace, so a child forked before calls them."""
    for helper, own, first in (('newuidmap', uid, first_uid), ('newgidmap', gid, first_gid)):
        done = subprocess.run([helper, str(pid), '0', str(own), '1', '1', str(first), str(SPAN - 1)], capture_output=True, text=True)
        if done.returncode != 0:
            raise OSError(f'{helper}: {done.stderr.strip()}')


def enter(wanted=None):
    """Puts the calling process where it may mount, and says as whom. `wanted` names a weaker tier than the best one."""
    identity = take_place(wanted)
    # A change of ids made this process undumpable, and its forks would be, whose namespaces could then not be opened.
    kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
    return identity


def take_place(wanted):
    uid, gid = os.getuid(), os.getgid()
    if uid == 0 and wanted in (None, 'root'):
        kernel.unshare(kernel.CLONE_NEWNS)
        return Identity('root')
    names = account_names()
    ranges = subordinate('/etc/subuid', names), subordinate('/etc/subgid', names)
    if None not in ranges and wanted in (None, 'subuids'):
        ready, go = os.pipe(), os.pipe()
        parent, child = os.getpid(), os.fork()
        if child == 0:
            os.close(ready[1])
            os.read(ready[0], 1)
            try:
                map_with_helpers(parent, uid, gid, *ranges)
                os.write(go[1], b'1')
            except OSError as error:
                os.write(go[1], str(error).encode())
            os._exit(0)
        kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
        os.write(ready[1], b'1')
        answer = os.read(go[0], 1000)
        os.waitpid(child, 0)
        for end in (*ready, *go):
            os.close(end)
        if answer == b'1':
            os.setresgid(0, 0, 0)
            os.setresuid(0, 0, 0)
            return Identity('subuids', uid)
        if wanted == 'subuids' or b'not found' not in answer and b'No such file' not in answer:
            raise OSError(f'the subordinate ids of this user could not be mapped: {answer.decode(errors="replace")}')
        write('/proc/self/setgroups', 'deny')
        write('/proc/self/uid_map', f'0 {uid} 1')
        write('/proc/self/gid_map', f'0 {gid} 1')
        return Identity('one-uid', uid)
    if wanted == 'subuids':
        raise OSError('this user has no range of 65,536 ids in /etc/subuid and /etc/subgid')
    kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
    write('/proc/self/setgroups', 'deny')
    write('/proc/self/uid_map', f'0 {uid} 1')
    write('/proc/self/gid_map', f'0 {gid} 1')
    return Identity('one-uid', uid)
