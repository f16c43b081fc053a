"""Laying files in a fork and reading them out, without following a link in any component of any path."""
import base64
import errno
import os
import stat

import kernel

DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
TYPES = {
    stat.S_IFREG: 'file', stat.S_IFDIR: 'directory', stat.S_IFLNK: 'link', stat.S_IFIFO: 'fifo', stat.S_IFSOCK: 'socket',
    stat.S_IFCHR: 'character-device', stat.S_IFBLK: 'block-device',
}


def type_name(mode):
    return TYPES.get(stat.S_IFMT(mode), 'file')


def identity(handle):
    facts = os.fstat(handle)
    return facts.st_dev, facts.st_ino


def clear(handle):
    """Unlinks all in an open directory that is no directory itself; gives the names of those that are."""
    folders = []
    for name in os.listdir(handle):
        try:
            os.unlink(name, dir_fd=handle)
        except FileNotFoundError:
            pass
        except OSError as error:
            if error.errno not in (errno.EISDIR, errno.EPERM):
                raise
            folders.append(name)
    return folders


def remove(directory, name):
    """Removes whatever `name` is in the open directory; no link is followed.

    A tree may be deeper than descriptors or recursion reach, so one directory at a time is open. On the way up it must be the
    very one that it was on the way down: else somebody moved it, and what stands above is none of ours.
    """
    try:
        return os.unlink(name, dir_fd=directory)
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno not in (errno.EISDIR, errno.EPERM):
            raise
    current, trail = os.open(name, DIRECTORY, dir_fd=directory), []
    try:
        folders = clear(current)
        while True:
            if folders:
                below = os.open(folders[-1], DIRECTORY, dir_fd=current)
                trail.append((identity(current), folders))
                os.close(current)
                current = below
                folders = clear(current)
            elif trail:
                expected, folders = trail.pop()
                above = os.open('..', DIRECTORY, dir_fd=current)
                os.close(current)
                current = above
                if identity(current) != expected:
                    raise OSError(errno.ESTALE, 'a directory was moved while it was being removed')
                os.rmdir(folders.pop(), dir_fd=current)
            else:
                break
    finally:
        os.close(current)
    os.rmdir(name, dir_fd=directory)


def step_down(directory, name, owner):
    """Opens a sub-directory; whatever else stands there makes way for one."""
    try:
        return os.open(name, DIRECTORY, dir_fd=directory)
    except FileNotFoundError:
        pass
    except OSError as error:
        if error.errno not in (errno.ELOOP, errno.ENOTDIR):
            raise
        remove(directory, name)
    os.mkdir(name, 0o755, dir_fd=directory)
    opened = os.open(name, DIRECTORY, dir_fd=directory)
    os.fchown(opened, owner, owner)
    os.fchmod(opened, 0o755)
    return opened


# What a process of the fork that changes the same names meanwhile can cause; trying again ends the race sooner or later.
RACED = (errno.EEXIST, errno.ENOENT, errno.ENOTDIR, errno.ENOTEMPTY, errno.ELOOP, errno.ESTALE)
ATTEMPTS = 200


def put(root, files, owners):
    """`files`: {path, data (base64), mode, owner}. `root` is an open directory; paths are absolute below it; `owners` are ids."""
    for file in files:
        parts = [os.fsencode(part) for part in file['path'].split('/') if part]
        if not parts or not file['path'].startswith('/') or {b'.', b'..'} & set(parts):
            raise ValueError(f'{file["path"]!r} is no absolute path of a file')
        data, owner = base64.b64decode(file['data']), owners[file['owner']]
        for attempt in range(ATTEMPTS):
            try:
                put_one(root, parts, data, file['mode'], owner)
                break
            except OSError as error:
                if error.errno not in RACED or attempt == ATTEMPTS - 1:
                    raise


def put_one(root, parts, data, mode, owner):
    directory = os.dup(root)
    try:
        for part in parts[:-1]:
            below = step_down(directory, part, owner)
            os.close(directory)
            directory = below
        remove(directory, parts[-1])
        handle = os.open(parts[-1], os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=directory)
        try:
            left = memoryview(data)
            while left:
                left = left[os.write(handle, left):]
            os.fchown(handle, owner, owner)
            os.fchmod(handle, mode)
        finally:
            os.close(handle)
    finally:
        os.close(directory)


def get(root, paths, bounds, follow=False):
    """One answer a path, in order: file with its bytes, missing, not-regular, or too-large (also where the bounds are used up)."""
    files, left = bounds['files'], bounds['bytes']
    answers = []
    for path in paths:
        answer = get_one(root, path, min(bounds['bytesPerFile'], left) if files > 0 else -1, follow)
        if answer['state'] == 'file':
            files, left = files - 1, left - len(answer['data'])
            answer['data'] = base64.b64encode(answer['data']).decode()
        answers.append({'path': path, **answer})
    return answers


FOLLOWED = kernel.RESOLVE_IN_ROOT | kernel.RESOLVE_NO_MAGICLINKS
INSIDE = FOLLOWED | kernel.RESOLVE_NO_SYMLINKS


def get_one(root, path, limit, follow):
    relative = path.strip('/') or '.'
    resolve, last = (FOLLOWED, 0) if follow else (INSIDE, os.O_NOFOLLOW)
    try:
        place = kernel.openat2(root, relative, os.O_PATH | last, resolve=resolve)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return {'state': 'not-regular', 'type': 'link'}
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
            return {'state': 'missing'}
        raise
    try:
        kind = type_name(os.fstat(place).st_mode)
    finally:
        os.close(place)
    if kind != 'file':
        return {'state': 'not-regular', 'type': kind}
    try:
        handle = kernel.openat2(root, relative, os.O_RDONLY | os.O_NONBLOCK | last | os.O_NOCTTY, resolve=resolve)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR):
            return {'state': 'missing'}
        if error.errno in (errno.ELOOP, errno.ENXIO, errno.EACCES, errno.EAGAIN):
            # It became something else since, or a process of the fork holds a lease on it.
            return {'state': 'not-regular', 'type': kind}
        raise
    try:
        return content(handle, limit)
    finally:
        os.close(handle)


def content(handle, limit):
    facts = os.fstat(handle)
    if not stat.S_ISREG(facts.st_mode):
        return {'state': 'not-regular', 'type': type_name(facts.st_mode)}
    parts, room = [], limit + 1
    while facts.st_size <= limit and room > 0:
        part = os.read(handle, min(room, 1 << 20))
        if not part:
            return {'state': 'file', 'data': b''.join(parts), 'mode': stat.S_IMODE(facts.st_mode), 'links': facts.st_nlink}
        parts.append(part)
        room -= len(part)
    return {'state': 'too-large', 'size': max(facts.st_size, limit + 1)}
