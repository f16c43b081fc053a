"""The exact list of what a fork changed, read from the upper layer of its overlay and compared with the state below.

Nothing is resolved by path: every directory is held open while it is walked, so that depth is bounded by us and not by PATH_MAX.
An entry that was copied up but is the same as below is no change.
"""
import base64
import errno
import hashlib
import os
import stat

from files import type_name

MAX_DEPTH = 400  # one open directory a level
OVERLAY = ('trusted.overlay.', 'user.overlay.')


def xattrs(name):
    """Extended attributes of an entry of the current directory, those of the overlay itself left out."""
    try:
        names = os.listxattr(name, follow_symlinks=False)
    except OSError:
        return {}
    found = {}
    for key in sorted(names):
        if not key.startswith(OVERLAY):
            try:
                found[key] = base64.b64encode(os.getxattr(name, key, follow_symlinks=False)).decode()
            except OSError:
                pass
    return found


def is_opaque(name):
    for key in ('trusted.overlay.opaque', 'user.overlay.opaque'):
        try:
            if os.getxattr(name, key, follow_symlinks=False) == b'y':
                return True
        except OSError:
            pass
    return False


def sha256_of(directory, name):
    handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=directory)
    try:
        digest = hashlib.sha256()
        while part := os.read(handle, 1 << 20):
            digest.update(part)
        return digest.hexdigest()
    finally:
        os.close(handle)


def describe(directory, name, inner):
    """What an entry is, without times and inode numbers. The current directory must be `directory`."""
    facts = os.stat(name, dir_fd=directory, follow_symlinks=False)
    kind = type_name(facts.st_mode)
    return {
        'type': kind,
        'mode': stat.S_IMODE(facts.st_mode),
        'owner': inner(facts.st_uid),
        'group': inner(facts.st_gid),
        'size': facts.st_size if kind == 'file' else 0,
        'sha256': sha256_of(directory, name) if kind == 'file' else None,
        'target': os.fsdecode(os.readlink(name, dir_fd=directory)) if kind == 'link' else None,
        'device': facts.st_rdev if kind.endswith('device') else 0,
        'xattrs': xattrs(name),
    }


def open_below(directory, name):
    """A directory of the state below, or None where there is no such directory."""
    if directory is None:
        return None
    try:
        return os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=directory)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP):
            return None
        raise


def below_description(directory, name, inner):
    if directory is None:
        return None
    os.fchdir(directory)
    try:
        return describe(directory, name, inner)
    except FileNotFoundError:
        return None


def changes(upper, below, inner):
    """`upper` and `below` are open directories; gives change entries sorted bytewise by path."""
    found = []
    walk(upper, below, b'', inner, found, 0)
    found.sort(key=lambda entry: os.fsencode(entry['path']))
    return found


def walk(upper, below, prefix, inner, found, depth):
    for raw in sorted(os.fsencode(name) for name in os.listdir(upper)):
        os.fchdir(upper)
        facts = os.stat(raw, dir_fd=upper, follow_symlinks=False)
        path = os.fsdecode(prefix + b'/' + raw)
        if stat.S_ISCHR(facts.st_mode) and facts.st_rdev == 0:
            before = below_description(below, raw, inner)
            if before is not None:
                found.append({'path': path, 'change': 'deleted', **before})
            continue
        now = describe(upper, raw, inner)
        opaque = now['type'] == 'directory' and is_opaque(raw)
        before = below_description(below, raw, inner)
        if before is None:
            found.append({'path': path, 'change': 'added', **now})
        elif before['type'] != now['type'] or opaque:
            found.append({'path': path, 'change': 'replaced', **now})
        elif before != now:
            found.append({'path': path, 'change': 'changed', **now})
        if now['type'] == 'directory':
            if depth >= MAX_DEPTH:
                found.append({'path': path + '/…', 'change': 'added', **now, 'target': f'not read: deeper than {MAX_DEPTH} directories'})
                continue
            inside = os.open(raw, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=upper)
            under = None if opaque else open_below(below, raw)
            try:
                walk(inside, under, prefix + b'/' + raw, inner, found, depth + 1)
            finally:
                os.close(inside)
                if under is not None:
                    os.close(under)


def digest(base, entries):
    """H(base digest, sorted changes): 64 hex digits."""
    hasher = hashlib.sha256(base.encode())
    for entry in entries:
        fields = [entry[key] for key in ('path', 'change', 'type', 'mode', 'owner', 'group', 'size', 'sha256', 'target', 'device')]
        line = '\0'.join('' if field is None else str(field) for field in fields)
        line += '\0' + '\0'.join(f'{key}={value}' for key, value in sorted(entry['xattrs'].items()))
        hasher.update(hashlib.sha256(line.encode('utf-8', 'surrogateescape')).digest())
    return hasher.hexdigest()
