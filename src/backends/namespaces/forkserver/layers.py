"""The exact list of what a fork changed, read from the upper layer of its overlay and compared with the state below.

Nothing is resolved by path, and one directory of each side is open at a time, so that no tree is too deep. An entry that was
copied up but is the same as below is no change. The digest is made while walking and covers everything; the list holds what its
reader can bear.
"""
import base64
import errno
import hashlib
import os
import stat

import content
from files import type_name

FIELDS = ('type', 'mode', 'owner', 'group', 'size', 'identity', 'target', 'device')
# Text of a list: paths, link targets and attributes can be made to fill gigabytes on a small disk.
LIST_BYTES = 32 << 20


class Overlay:
    """How this machine's overlays mark what is theirs, and how ids outside map to ids inside."""

    def __init__(self, user_xattrs, inner):
        self.prefix, self.escaped = ('user.overlay.', user_xattrs) if user_xattrs else ('trusted.overlay.', False)
        self.inner = inner

    def is_opaque(self, name):
        try:
            return os.getxattr(name, f'{self.prefix}opaque', follow_symlinks=False) == b'y'
        except OSError:
            return False

    def xattrs(self, name, raw):
        """Attributes that a program can set. In a raw layer the overlay's own stand beside those that it escaped."""
        try:
            names = os.listxattr(name, follow_symlinks=False)
        except OSError:
            return {}
        found = {}
        for key in names:
            shown = key
            if raw and key.startswith(self.prefix):
                if not self.escaped or not key.startswith(f'{self.prefix}overlay.'):
                    continue
                shown = self.prefix + key[len(self.prefix) + len('overlay.'):]
            if shown.startswith(('user.', 'system.posix_acl_')) or shown == 'security.capability':
                found[shown] = base64.b64encode(os.getxattr(name, key, follow_symlinks=False)).decode()
        return dict(sorted(found.items()))


class Side:
    """One of the two trees that are walked together: an open directory, or how far below the last one there is none."""

    def __init__(self, handle, overlay, raw):
        self.handle, self.overlay, self.raw, self.missing, self.known = handle, overlay, raw, 0 if handle is not None else 1, {}

    def names(self):
        return sorted(os.fsencode(name) for name in os.listdir(self.handle))

    def stat(self, name):
        if self.missing:
            return None
        try:
            return os.stat(name, dir_fd=self.handle, follow_symlinks=False)
        except FileNotFoundError:
            return None

    def describe(self, name, facts):
        """What an entry is, without times and inode numbers."""
        os.fchdir(self.handle)
        kind = type_name(facts.st_mode)
        return {
            'type': kind,
            'mode': stat.S_IMODE(facts.st_mode),
            'owner': self.overlay.inner(facts.st_uid),
            'group': self.overlay.inner(facts.st_gid),
            'size': facts.st_size if kind == 'file' else 0,
            'identity': self.identity(name, facts) if kind == 'file' else None,
            'target': os.fsdecode(os.readlink(name, dir_fd=self.handle)) if kind == 'link' else None,
            'device': facts.st_rdev if kind.endswith('device') else 0,
            'xattrs': self.overlay.xattrs(name, self.raw),
        }

    def identity(self, name, facts):
        key = facts.st_dev, facts.st_ino
        if facts.st_nlink == 1 or key not in self.known:
            self.known[key] = content.identity_of(self.handle, name, facts.st_size)
        return self.known[key]

    def down(self, name):
        if not self.missing:
            try:
                below = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=self.handle)
            except OSError as error:
                if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
                    raise
            else:
                os.close(self.handle)
                self.handle = below
                return
        self.missing += 1

    def up(self):
        if self.missing:
            self.missing -= 1
            return
        above = os.open('..', os.O_RDONLY | os.O_DIRECTORY, dir_fd=self.handle)
        os.close(self.handle)
        self.handle = above


class Difference:
    """One entry that differs. Its path is written out only when asked for: a deep tree has more path than file."""

    def __init__(self, folders, name, path_hash, change, facts, side):
        self.folders, self.name, self.path_hash, self.change, self.facts, self.side = folders, name, path_hash, change, facts, side

    def path_length(self):
        return sum(map(len, self.folders)) + len(self.folders) + len(self.name) + 1

    def path(self):
        return b'/' + b'/'.join((*self.folders, self.name))

    def digest(self):
        fields = [self.change, *('' if self.facts[key] is None else str(self.facts[key]) for key in FIELDS)]
        fields += [f'{key}={value}' for key, value in self.facts['xattrs'].items()]
        return hashlib.sha256(self.path_hash + '\0'.join(fields).encode('utf-8', 'surrogateescape')).digest()


def differences(upper, below):
    """Every entry that differs, a folder before what it holds, names in bytewise order. Valid until the next one is asked for."""
    folders, hashes, pending, hidden = [], [hashlib.sha256()], [upper.names()[::-1]], 0
    while True:
        if not pending[-1]:
            if not folders:
                return
            pending.pop(), folders.pop(), hashes.pop()
            upper.up(), below.up()
            hidden = max(0, hidden - 1)
            continue
        name = pending[-1].pop()
        path_hash = hashes[-1].copy()
        path_hash.update(b'/' + name)
        facts, under = upper.stat(name), None if hidden else below.stat(name)
        before = None if under is None else below.describe(name, under)
        if stat.S_ISCHR(facts.st_mode) and facts.st_rdev == 0:
            if before is not None:
                yield Difference(folders, name, path_hash.digest(), 'deleted', before, below)
            continue
        now = upper.describe(name, facts)
        is_folder = now['type'] == 'directory'
        opaque = is_folder and upper.overlay.is_opaque(name)
        if before != now or opaque:
            change = 'added' if before is None else 'replaced' if opaque or before['type'] != now['type'] else 'changed'
            yield Difference(folders, name, path_hash.digest(), change, now, upper)
        if is_folder:
            upper.down(name), below.down(name)
            folders.append(name), hashes.append(path_hash), pending.append(upper.names()[::-1])
            # Nothing of the other side shows through below an opaque folder.
            hidden = hidden + 1 if hidden or opaque else 0


def digest(base, upper, below):
    """H(base digest, sorted changes): 64 hex digits."""
    hasher = hashlib.sha256(base.encode())
    for difference in differences(upper, below):
        hasher.update(difference.digest())
    return hasher.hexdigest()


def listed(upper, below, bounds):
    """(changes sorted bytewise by path, whether these are all and each regular file has its SHA-256)."""
    found, complete, room, left = [], True, LIST_BYTES, bounds['bytes']
    for difference in differences(upper, below):
        facts = dict(difference.facts)
        room -= difference.path_length() + len(facts['target'] or '') + sum(map(len, facts['xattrs'].values())) + 300
        if len(found) >= bounds['files'] or room < 0:
            return sorted_by_path(found), False
        identity, size = facts.pop('identity'), facts['size']
        facts['sha256'] = None
        if facts['type'] == 'file':
            if size <= min(bounds['bytesPerFile'], left):
                left -= size
                is_small = size <= content.SMALL
                facts['sha256'] = identity if is_small else content.sha256_of(difference.side.handle, difference.name)
            else:
                complete = False
        del facts['device']
        found.append((difference.path(), {'change': difference.change, **facts}))
    return sorted_by_path(found), complete


def sorted_by_path(found):
    return [{'path': os.fsdecode(path), **entry} for path, entry in sorted(found, key=lambda pair: pair[0])]
