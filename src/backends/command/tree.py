"""Lays, reads and lists files in a fork, for backends that are a command line. Standard library only.

Called as `python3 -I -S -B -c <this>`; a request as JSON on standard input, a reply as JSON on standard output. Paths are text in
which bytes that aren't UTF-8 are lone surrogates. No link is followed in any component, and nothing that could block is opened.
What a file holds is told as ../namespaces/forkserver/content.py does it, which stands before this text when it is sent.
"""
import base64
import errno
import json
import os
import stat
import sys

KINDS = ((stat.S_ISREG, 'file'), (stat.S_ISDIR, 'directory'), (stat.S_ISLNK, 'link'), (stat.S_ISFIFO, 'fifo'), (stat.S_ISSOCK, 'socket'), (stat.S_ISCHR, 'character-device'))
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


def kind_of(mode):
    return next((name for test, name in KINDS if test(mode)), 'block-device')


def parent_of(path, make=None):
    """(open directory above a path, its last name); makes what is missing where `make` is (uid, gid)."""
    parts = [part for part in path.split('/') if part]
    if not path.startswith('/') or {'.', '..'} & set(parts):
        raise OSError(errno.EINVAL, 'no absolute path without dots', path)
    *folders, name = parts or ['.']
    here = os.open('/', FOLDER)
    for folder in folders:
        try:
            below = os.open(folder, FOLDER, dir_fd=here)
        except FileNotFoundError:
            if make is None:
                raise
            os.mkdir(folder, 0o755, dir_fd=here)
            below = os.open(folder, FOLDER, dir_fd=here)
            os.fchmod(below, 0o755)
            own(below, make)
        os.close(here)
        here = below
    return here, name


def own(handle, ids):
    if (os.geteuid(), os.getegid()) != tuple(ids) and os.geteuid() == 0:
        os.fchown(handle, *ids)


def remove(here, name):
    try:
        os.unlink(name, dir_fd=here)
    except FileNotFoundError:
        return
    except (IsADirectoryError, PermissionError):
        below = os.open(name, FOLDER, dir_fd=here)
        for each in os.listdir(below):
            remove(below, each)
        os.close(below)
        os.rmdir(name, dir_fd=here)


def put(request):
    for file in request['files']:
        here, name = parent_of(file['path'], file['ids'])
        remove(here, name)
        handle = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600, dir_fd=here)
        with os.fdopen(handle, 'wb') as out:
            out.write(base64.b64decode(file['data']))
            own(handle, file['ids'])
            os.fchmod(handle, file['mode'])
        os.close(here)
    return {}


def get(request):
    left, files, results = request['bytes'], request['files'], []
    for path in request['paths']:
        try:
            here, name = parent_of(path)
        except OSError as error:
            # A component that is a link or no folder holds nothing.
            if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG):
                raise
            results.append({'path': path, 'state': 'missing'})
            continue
        try:
            facts = os.stat(name, dir_fd=here, follow_symlinks=False)
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENAMETOOLONG):
                raise
            results.append({'path': path, 'state': 'missing'})
            os.close(here)
            continue
        if not stat.S_ISREG(facts.st_mode):
            results.append({'path': path, 'state': 'not-regular', 'type': kind_of(facts.st_mode)})
        elif facts.st_size > min(request['bytesPerFile'], left) or files < 1:
            results.append({'path': path, 'state': 'too-large', 'size': facts.st_size})
        else:
            with os.fdopen(os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=here), 'rb') as source:
                data = source.read(min(request['bytesPerFile'], left) + 1)
            if len(data) > min(request['bytesPerFile'], left):
                results.append({'path': path, 'state': 'too-large', 'size': len(data)})
            else:
                left, files = left - len(data), files - 1
                results.append({'path': path, 'state': 'file', 'data': base64.b64encode(data).decode(), 'mode': stat.S_IMODE(facts.st_mode), 'links': facts.st_nlink})
        os.close(here)
    return {'results': results}


def attributes(handle_path):
    try:
        names = os.listxattr(handle_path, follow_symlinks=False)
        return {name: base64.b64encode(os.getxattr(handle_path, name, follow_symlinks=False)).decode() for name in sorted(names) if name.startswith(('user.', 'system.posix_acl_')) or name == 'security.capability'}
    except OSError:
        return {}


def listing(request):
    """Every entry below the roots, a folder before what it holds. `complete` is false where there are more than asked for."""
    found, left, complete = [], request['bytes'], True
    stack = [(root, parent_of(root)) for root in reversed(request['roots'])]
    while stack:
        path, (here, name) = stack.pop()
        facts = os.stat(name, dir_fd=here, follow_symlinks=False)
        if len(found) >= request['files']:
            return {'entries': found, 'complete': False}
        kind = kind_of(facts.st_mode)
        os.fchdir(here)
        entry = {
            'path': path, 'type': kind, 'mode': stat.S_IMODE(facts.st_mode), 'owner': facts.st_uid, 'group': facts.st_gid,
            'size': facts.st_size if kind == 'file' else 0, 'identity': None, 'sha256': None, 'target': os.readlink(name, dir_fd=here) if kind == 'link' else None, 'xattrs': attributes(name),
        }
        if kind == 'file':
            entry['identity'] = identity_of(here, name, facts.st_size)
            if facts.st_size <= min(request['bytesPerFile'], left):
                left -= facts.st_size
                entry['sha256'] = entry['identity'] if facts.st_size <= SMALL else sha256_of(here, name)
            else:
                complete = False
        found.append(entry)
        if kind == 'directory':
            below = os.open(name, FOLDER, dir_fd=here)
            for each in sorted(os.listdir(below), key=os.fsencode, reverse=True):
                stack.append((f'{path}/{each}', (os.dup(below), each)))
            os.close(below)
        os.close(here)
    return {'entries': found, 'complete': complete}


def main():
    request = json.loads(sys.stdin.buffer.read())
    try:
        reply = {'put': put, 'get': get, 'list': listing}[request['op']](request)
    except OSError as error:
        reply = {'error': f'{error.strerror}: {error.filename}'}
    sys.stdout.write(json.dumps(reply))


main()
