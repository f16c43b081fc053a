"""Layers on their way between two guests, as a stream of frames over a port: the host carries them and never looks inside.

A frame is its length in four bytes and that many bytes; an empty one ends the stream. Inside the frames lie records: a line of JSON,
and for a regular file the bytes of its extents. A tree is walked with one folder open, so no path is too long; holes stay holes,
names of one file stay one file, and marks of the overlay (whiteouts, attributes of the trusted kind) are carried as they are.
"""
import base64
import json
import os
import shutil
import stat
import struct

FRAME = 1 << 16
MOST_RECORD = 1 << 20
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


class Writing:
    """Turns bytes into frames. Past `most` bytes there is no end that would be worth waiting for."""

    def __init__(self, port, most):
        self.port, self.left, self.parts, self.size = port, most, [], 0

    def write(self, data):
        self.left -= len(data)
        if self.left < 0:
            raise OSError('the layer is larger than its fork could have made it')
        self.parts.append(bytes(data))
        self.size += len(data)
        if self.size >= FRAME:
            self.flush()

    def flush(self):
        data, self.parts, self.size = b''.join(self.parts), [], 0
        for start in range(0, len(data), FRAME):
            part = data[start:start + FRAME]
            self.send(struct.pack('>I', len(part)) + part)

    def send(self, data):
        data = memoryview(data)
        while data:
            data = data[os.write(self.port, data):]

    def end(self):
        self.flush()
        self.send(struct.pack('>I', 0))

    def record(self, **fields):
        self.write(json.dumps(fields).encode() + b'\n')


class Reading:
    """The bytes inside the frames."""

    def __init__(self, port):
        self.port, self.buffer, self.frame, self.ended = port, bytearray(), 0, False

    def raw(self, count):
        found = bytearray()
        while len(found) < count:
            part = os.read(self.port, count - len(found))
            if not part:
                raise OSError('the host hung up')
            found += part
        return bytes(found)

    def fill(self):
        if self.frame == 0:
            self.frame = struct.unpack('>I', self.raw(4))[0]
            if self.frame == 0:
                self.ended = True
                return False
            if self.frame > FRAME:
                raise OSError('a frame is too long')
        self.buffer += self.raw(self.frame)
        self.frame = 0
        return True

    def line(self):
        """One record, or None at the end."""
        start = 0
        while True:
            place = self.buffer.find(b'\n', start)
            if place >= 0:
                found = bytes(self.buffer[:place])
                del self.buffer[:place + 1]
                return json.loads(found)
            start = len(self.buffer)
            if start > MOST_RECORD:
                raise OSError('a record is too long')
            if not self.fill():
                if self.buffer:
                    raise OSError('the stream ends within a record')
                return None

    def bytes(self, count):
        """The next `count` bytes, part by part."""
        while count:
            if not self.buffer and not self.fill():
                raise OSError('the stream ends within a file')
            part = bytes(self.buffer[:count])
            del self.buffer[:len(part)]
            count -= len(part)
            yield part

    def drain(self):
        while not self.ended:
            self.fill()
            self.buffer.clear()


def facts_of(name, facts):
    """What a record says of every kind of entry, beside its name. The folder that holds it is the current one."""
    attributes = {key: base64.b64encode(os.getxattr(name, key, follow_symlinks=False)).decode() for key in os.listxattr(name, follow_symlinks=False)}
    return {'mode': facts.st_mode, 'owner': facts.st_uid, 'group': facts.st_gid, 'times': [facts.st_atime_ns, facts.st_mtime_ns], 'xattrs': attributes}


def extents(handle, size):
    """(offset, length) of each part of a file that is no hole."""
    place, found = 0, []
    while place < size:
        try:
            place = os.lseek(handle, place, os.SEEK_DATA)
        except OSError:
            break
        end = min(os.lseek(handle, place, os.SEEK_HOLE), size)
        found.append((place, end - place))
        place = end
    return found


def export(server, fds, directory, layer, most):
    out = Writing(fds[0], most)
    try:
        walk(out, os.open(layer, FOLDER))
        because = None
    except OSError as error:
        because = str(error.strerror or error)
    out.parts, out.size = ([], 0) if because else (out.parts, out.size)
    out.end()
    if because:
        raise OSError(because)
    return None


def walk(out, here):
    os.fchdir(here)
    out.record(kind='top', **facts_of('.', os.fstat(here)))
    known, pending = {}, [listed(here)]
    while True:
        if not pending[-1]:
            pending.pop()
            if not pending:
                break
            out.record(kind='up')
            above = os.open('..', FOLDER, dir_fd=here)
            os.close(here)
            here = above
            os.fchdir(here)
            continue
        name = pending[-1].pop()
        facts = os.stat(name, dir_fd=here, follow_symlinks=False)
        said = {'name': os.fsdecode(name), **facts_of(name, facts)}
        key = facts.st_dev, facts.st_ino
        if stat.S_ISDIR(facts.st_mode):
            out.record(kind='folder', **said)
            below = os.open(name, FOLDER, dir_fd=here)
            os.close(here)
            here = below
            os.fchdir(here)
            pending.append(listed(here))
        elif facts.st_nlink > 1 and key in known:
            out.record(kind='same', name=said['name'], index=known[key])
        else:
            index = None
            if facts.st_nlink > 1:
                index = known[key] = len(known)
            if stat.S_ISREG(facts.st_mode):
                write_file(out, here, name, facts.st_size, index, said)
            elif stat.S_ISLNK(facts.st_mode):
                out.record(kind='link', index=index, target=os.readlink(said['name'], dir_fd=here), **said)
            else:
                out.record(kind='node', index=index, device=facts.st_rdev, **said)
    os.close(here)


def listed(here):
    """Names, the last one to be sent first. A folder in memory lists what is youngest first: made in the order in which they were made,
    they are listed in the same order again, on which the output of many a program depends."""
    return [os.fsencode(name) for name in os.listdir(here)]


def write_file(out, here, name, size, index, said):
    handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=here)
    try:
        parts = extents(handle, size)
        for start in range(0, max(1, len(parts)), 1000):
            # A file may have more holes than a record has room for.
            some = parts[start:start + 1000]
            out.record(kind='file' if start == 0 else 'more', **({'index': index, 'size': size, **said} if start == 0 else {}), extents=some)
            for offset, length in some:
                while length:
                    part = os.pread(handle, min(length, FRAME), offset)
                    if not part:
                        raise OSError('a file of a sealed state became shorter')
                    out.write(part)
                    offset, length = offset + len(part), length - len(part)
    finally:
        os.close(handle)


def accept(server, fds, directory):
    """Lays a layer that comes over the port in `directory`/u. The stream is read to its end whatever is wrong with it."""
    stream = Reading(fds[0])
    try:
        lay(stream, directory)
        because = None
    except (OSError, ValueError, LookupError, TypeError) as error:
        because = f'a layer can not be laid: {getattr(error, "strerror", None) or error}'
    stream.drain()
    if because:
        raise OSError(because)
    return None


def settle(where, record):
    """Owner, attributes, mode and times of what was just made; the last in this order, since each clears a part of the ones before."""
    os.chown(where, record['owner'], record['group'], follow_symlinks=False)
    for key, value in record['xattrs'].items():
        os.setxattr(where, key, base64.b64decode(value), follow_symlinks=False)
    if not stat.S_ISLNK(record['mode']):
        os.chmod(where, stat.S_IMODE(record['mode']))
    os.utime(where, ns=tuple(record['times']), follow_symlinks=False)


def lay(stream, directory):
    os.mkdir(f'{directory}/names', 0o700)
    names = os.open(f'{directory}/names', FOLDER)
    here = os.open(f'{directory}/u', FOLDER)
    folders, file = [], None
    while (record := stream.line()) is not None:
        os.fchdir(here)
        kind = record['kind']
        if kind == 'top':
            top = record
            continue
        if kind == 'up':
            if not folders:
                raise ValueError('it leads out of itself')
            above = os.open('..', FOLDER, dir_fd=here)
            os.close(here)
            here = above
            os.fchdir(here)
            name, said = folders.pop()
            settle(name, said)
            continue
        if kind == 'more':
            fill(stream, file, record['extents'])
            settle(file['name'], file)
            continue
        name = record['name']
        if name in ('', '.', '..') or '/' in name:
            raise ValueError('a name that is none')
        if kind == 'same':
            os.link(str(int(record['index'])), name, src_dir_fd=names, dst_dir_fd=here, follow_symlinks=False)
            continue
        if kind == 'folder':
            os.mkdir(name, 0o700)
            folders.append((name, record))
            below = os.open(name, FOLDER, dir_fd=here)
            os.close(here)
            here = below
            continue
        if kind == 'link':
            os.symlink(record['target'], name)
        elif kind == 'node':
            os.mknod(name, record['mode'], record['device'])
        else:
            file = record
            fill(stream, file, record['extents'])
        settle(name, record)
        if record['index'] is not None:
            os.link(name, str(int(record['index'])), src_dir_fd=here, dst_dir_fd=names, follow_symlinks=False)
    if folders:
        raise ValueError('it ends within a folder')
    os.fchdir(here)
    settle('.', top)
    os.close(here), os.close(names)
    # The second names of files were only there to link to.
    shutil.rmtree(f'{directory}/names')


def fill(stream, record, parts):
    """Writes these parts of a file in the current folder."""
    handle = os.open(record['name'], os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        os.ftruncate(handle, record['size'])
        for offset, length in parts:
            for part in stream.bytes(length):
                os.pwrite(handle, part, offset)
                offset += len(part)
    finally:
        os.close(handle)
