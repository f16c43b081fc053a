"""Work on files done in a child of the server, so that a large tree holds up nobody else and mounts made for it vanish with it."""
import json
import os
import socket
import sys

import files
import kernel
import layers
import mounts


def spawn(work):
    """Runs `work()` in a child; returns (pid, descriptor from which its JSON answer is read to the end)."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return pid, reading
    # Once in a fork's mounts, a module that were still to be imported would be the agent's.
    sys.meta_path.clear()
    try:
        try:
            answer = {'ok': work()}
        except OSError as error:
            answer = {'error': str(error.strerror or error), 'errno': error.errno}
        except Exception as error:
            answer = {'error': f'{type(error).__name__}: {error}'}
        data = memoryview(json.dumps(answer).encode())
        while data:
            data = data[os.write(writing, data):]
    finally:
        os._exit(0)


def open_directory(path):
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)


def put(namespaces, entries, owner_of):
    kernel.setns(namespaces['mnt'], kernel.CLONE_NEWNS)
    files.put(open_directory('/'), entries, owner_of)
    return None


def get(namespaces, paths, bounds, follow):
    kernel.setns(namespaces['mnt'], kernel.CLONE_NEWNS)
    return files.get(open_directory('/'), paths, bounds, follow)


def observe(namespaces, paths, channel):
    """Sends the server an inotify descriptor that was made inside the fork's mounts."""
    kernel.setns(namespaces['mnt'], kernel.CLONE_NEWNS)
    fd, watches = kernel.watch_opens(paths)
    socket.send_fds(channel, [json.dumps(watches).encode()], [fd])
    return [path for path in paths if path not in watches.values()]


def private_mounts(directory):
    """A place of this child's own to mount in, which no one else sees and which goes with it."""
    kernel.unshare(kernel.CLONE_NEWNS)
    kernel.mount('tmpfs', directory, 'tmpfs', kernel.MS_NOSUID | kernel.MS_NODEV, 'size=1m,mode=755')
    for name in ('m', 'o', 'below'):
        os.mkdir(f'{directory}/{name}')


def read(server, snapshot, paths, bounds):
    private_mounts(server.workbench)
    mounts.build_root(server.workbench, snapshot.base.mount, snapshot.base.lower, snapshot.layers, snapshot.policy, server, upper=False)
    return files.get(open_directory(f'{server.workbench}/m'), paths, bounds, snapshot.policy['followLinks'])


def sides(server, snapshot):
    """The upper layer of a state, and what it is compared with: all that was laid in a prepared state counts as added."""
    overlay = layers.Overlay(server.user_xattrs, server.identity.inner)
    upper, *below = snapshot.layers
    if not below:
        return layers.Side(open_directory(upper), overlay, True), layers.Side(None, overlay, False)
    private_mounts(server.workbench)
    lower = [*below, snapshot.base.lower] if snapshot.policy['writable'] == 'root' else below
    under = lower[0]
    if len(lower) > 1:
        os.chdir(server.workbench)
        mounts.overlay('below', lower, False, server.user_xattrs)
        under = f'{server.workbench}/below'
    return layers.Side(open_directory(upper), overlay, True), layers.Side(open_directory(under), overlay, False)


def prepare(server, snapshot, entries, owner_of):
    files.put(open_directory(snapshot.directory), entries, owner_of)
    return digest(server, snapshot)


def digest(server, snapshot):
    return layers.digest(snapshot.base_digest, *sides(server, snapshot))


def changes(server, snapshot, bounds):
    entries, complete = layers.listed(*sides(server, snapshot), bounds)
    return {'changes': entries, 'complete': complete}
