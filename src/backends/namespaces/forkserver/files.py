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


def remove(directory, name):
    """Removes whatever `name` is in the open directory, links included and never followed."""
    try:
        os.unlink(name, dir_fd=directory)
    except FileNotFoundError:
        return
    except OSError as error:
        if error.errno not in (errno.EISDIR, errno.EPERM):
            raise
        inside = os.open(name, DIRECTORY, dir_fd=directory)
        try:
            for entry in os.listdir(inside):
                remove(inside, entry)
        finally:
            os.close(inside)
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
    return opened


def put(root, files, owner_of):
    """`files`: {path, data (base64), mode, owner}. `root` is an open directory; paths are absolute below it."""
    for file in files:
        parts = [os.fsencode(part) for part in file['path'].split('/') if part]
        owner = owner_of(file['owner'])
        directory = os.dup(root)
        try:
            for part in parts[:-1]:
                below = step_down(directory, part, owner)
                os.close(directory)
                directory = below
            remove(directory, parts[-1])
            handle = os.open(parts[-1], os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=directory)
            try:
                data = memoryview(base64.b64decode(file['data']))
                while data:
                    data = data[os.write(handle, data):]
                os.fchown(handle, owner, owner)
                os.fchmod(handle, file['mode'])
            finally:
                os.close(handle)
        finally:
            os.close(directory)


def get(root, paths, bounds):
    """One answer a path, in order: file with its bytes, missing, not-regular, or too-large."""
    left = bounds['bytes']
    answers = []
    for path in paths[:bounds['files']]:
        answer = get_one(root, path, min(bounds['bytesPerFile'], left))
        left -= len(answer.get('data', '')) * 3 // 4
        answers.append({'path': path, **answer})
    return answers


def get_one(root, path, limit):
    relative = path.strip('/') or '.'
    try:
        handle = kernel.openat2(root, relative, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_NOCTTY)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return {'state': 'not-regular', 'type': 'link'}
        if error.errno == errno.ENXIO:
            return {'state': 'not-regular', 'type': 'socket'}
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
            return {'state': 'missing'}
        raise
    try:
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode):
            return {'state': 'not-regular', 'type': type_name(facts.st_mode)}
        if facts.st_size > limit:
            return {'state': 'too-large', 'size': facts.st_size}
        parts, room = [], limit + 1
        while room > 0:
            part = os.read(handle, min(room, 1 << 20))
            if not part:
                break
            parts.append(part)
            room -= len(part)
        if room <= 0:
            return {'state': 'too-large', 'size': facts.st_size}
        return {'state': 'file', 'data': base64.b64encode(b''.join(parts)).decode(), 'mode': stat.S_IMODE(facts.st_mode), 'links': facts.st_nlink}
    finally:
        os.close(handle)
