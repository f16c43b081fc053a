"""Work on files, done by processes beside the server, so that a large tree holds up nobody else.

A worker enters the mounts that a job is about and comes back; what it mounts itself goes as it comes back. A job's arguments are
plain values and descriptors. Its result is JSON, which most of the time only passes through the server.
"""
import gc
import json
import os
import selectors
import socket
import sys

import files
import kernel
import layers
import messages
import mounts

# Workers that wait for a job; more are made where more jobs are under way, and end with theirs.
KEPT = 2


class Workers:
    def __init__(self, server):
        self.server, self.pids = server, set()
        self.idle = [self.start(server)]

    def start(self, server):
        ours, theirs = server.socketpair()
        pid = os.fork()
        if pid == 0:
            try:
                serve(server, theirs.detach())
            finally:
                os._exit(1)
        theirs.close()
        self.pids.add(pid)
        return pid, ours

    def end(self, pid, channel):
        channel.close()
        os.waitpid(pid, 0)
        self.pids.discard(pid)

    def do(self, name, arguments, fds, ended):
        """Runs a job of this module; `ended(error, result)` is called with what went wrong or the result's JSON."""
        while True:
            pid, channel = self.idle.pop() if self.idle else self.start(self.server)
            try:
                messages.send(channel, (name, arguments), fds)
                break
            except ConnectionError:
                # It was killed while it waited, as by a shortage of memory.
                self.end(pid, channel)

        def on_answer(_):
            self.server.selector.unregister(channel)
            answer, _ = messages.receive(channel)
            if answer is not None and len(self.idle) < KEPT:
                self.idle.append((pid, channel))
            else:
                self.end(pid, channel)
            ended(*(answer or ('the file job ended without an answer', None)))
        self.server.selector.register(channel, selectors.EVENT_READ, on_answer)


def serve(server, channel):
    """A worker's own side. Never returns."""
    connection, home = messages.keep_only(channel), os.open('/proc/self/ns/mnt', os.O_RDONLY | os.O_CLOEXEC)
    # Once in a fork's mounts, a module that were still to be imported would be the agent's.
    sys.meta_path.clear()
    gc.collect()
    gc.freeze()
    while True:
        job, fds = messages.receive(connection)
        if job is None:
            os._exit(0)
        try:
            answer = None, json.dumps(JOBS[job[0]](server, fds, *job[1]))
        except OSError as error:
            answer = str(error.strerror or error), None
        except Exception as error:
            answer = f'{type(error).__name__}: {error}', None
        kernel.setns(home, kernel.CLONE_NEWNS)
        kernel.close_from(home + 1)
        messages.send(connection, answer)


def open_directory(path):
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)


def put(server, fds, entries, owners):
    kernel.setns(fds[0], kernel.CLONE_NEWNS)
    files.put(open_directory('/'), entries, owners)
    return None


def get(server, fds, paths, bounds, follow):
    kernel.setns(fds[0], kernel.CLONE_NEWNS)
    return files.get(open_directory('/'), paths, bounds, follow)


def observe(server, fds, paths):
    """Sends the server an inotify descriptor that was made inside the fork's mounts."""
    kernel.setns(fds[0], kernel.CLONE_NEWNS)
    fd, watches = kernel.watch_opens(paths)
    with socket.socket(fileno=fds[1]) as channel:
        messages.send(channel, watches, [fd])
    return [path for path in paths if path not in watches.values()]


def private_mounts(directory):
    """A place of this worker's own to mount in, which no one else sees and which goes as it comes back from there."""
    kernel.unshare(kernel.CLONE_NEWNS)
    kernel.mount('tmpfs', directory, 'tmpfs', kernel.MS_NOSUID | kernel.MS_NODEV, 'size=1m,mode=755')
    for name in ('m', 'o', 'below'):
        os.mkdir(f'{directory}/{name}')


def read(server, fds, state, paths, bounds):
    private_mounts(server.workbench)
    policy = state['policy']
    mounts.build_root(server.workbench, state['mount'], state['lower'], state['layers'], policy, server, upper=False)
    return files.get(open_directory(f'{server.workbench}/m'), paths, bounds, policy['followLinks'])


def sides(server, state):
    """The upper layer of a state, and what it is compared with: all that was laid in a prepared state counts as added."""
    overlay = layers.Overlay(server.user_xattrs, server.identity.inner)
    upper, *below = state['layers']
    if not below:
        return layers.Side(open_directory(upper), overlay, True), layers.Side(None, overlay, False)
    lower = [*below, state['lower']] if state['policy']['writable'] == 'root' else below
    under = lower[0]
    if len(lower) > 1:
        private_mounts(server.workbench)
        os.chdir(server.workbench)
        mounts.overlay('below', lower, False, server.user_xattrs)
        under = f'{server.workbench}/below'
    return layers.Side(open_directory(upper), overlay, True), layers.Side(open_directory(under), overlay, False)


def prepare(server, fds, state, directory, entries, owners, time, known):
    files.put(open_directory(directory), entries, owners)
    if time is not None:
        # The same state is prepared again in another guest, where no file may be younger.
        for here, folders, names in os.walk(directory):
            for path in (here, *(f'{here}/{name}' for name in names)):
                os.utime(path, ns=(time, time), follow_symlinks=False)
    return digest(server, fds, state) if known is None else known


def digest(server, fds, state):
    return layers.digest(state['base_digest'], *sides(server, state))


def changes(server, fds, state, bounds):
    entries, complete = layers.listed(*sides(server, state), bounds)
    return {'changes': entries, 'complete': complete}


JOBS = {job.__name__: job for job in (put, get, observe, read, prepare, digest, changes)}
