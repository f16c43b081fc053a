"""The server's side of a preloaded interpreter: starts one on a base, hands requests to it and takes back how they ended."""
import json
import os
import selectors
import signal
import socket

import kernel
import mounts

HERE = os.path.dirname(os.path.abspath(__file__))
# What the preloaded interpreter needs to enter forks and to give a child its place there; everything else is dropped.
CAP_SYS_CHROOT, CAP_SYS_ADMIN = 18, 21
NEEDED = (kernel.CAP_SETGID, kernel.CAP_SETUID, kernel.CAP_SETPCAP, CAP_SYS_CHROOT, CAP_SYS_ADMIN)
# More than the words of any command of ours, and of no page more than one.
ROOM = 'x' * 3800
OPTIONS = {'python': ['-I', '-S', '-B'], 'pytest': ['-I', '-B']}


class Preloaded:
    """`state` is starting, ready or gone. Requests that come while it starts wait in `queue`."""

    def __init__(self, server, base, kind):
        self.server, self.kind, self.state, self.queue, self.running = server, kind, 'starting', [], {}
        self.channel, theirs = server.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                become(server, base, kind, theirs)
            finally:
                os._exit(1)
        theirs.close()
        server.selector.register(self.channel, selectors.EVENT_READ, lambda _: self.on_message())

    def submit(self, running, send):
        """`send(channel)` passes the request on; it is called as soon as the interpreter is ready."""
        if self.state == 'starting':
            self.queue.append((running, send))
        elif self.state == 'ready':
            self.running[running.request['id']] = running
            send(self.channel)
        else:
            running.on_preload_gone()

    def on_message(self):
        data = self.channel.recv(65536)
        if not data:
            self.state = 'gone'
            self.server.selector.unregister(self.channel)
            os.waitpid(self.pid, 0)
            for running in [running for running, _ in self.queue] + list(self.running.values()):
                running.on_preload_gone()
            self.queue, self.running = [], {}
            return
        message = json.loads(data)
        if 'ready' in message:
            self.state = 'ready'
            waiting, self.queue = self.queue, []
            for running, send in waiting:
                self.submit(running, send)
            return
        running = self.running[message['exec']]
        if 'pid' in message:
            running.on_preload_start(message['pid'])
        else:
            del self.running[message['exec']]
            running.on_preload_end(message)


def become(server, base, kind, channel):
    """In the child: a root of its own on the read-only base, the server's modules at /mnt, and the base's interpreter."""
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.unshare(kernel.CLONE_NEWNS)
    os.chdir(server.workbench)
    kernel.mount('tmpfs', '.', 'tmpfs', kernel.MS_NOSUID | kernel.MS_NODEV, 'size=16m,mode=755')
    os.chdir(server.workbench)
    os.mkdir('m')
    kernel.bind(base.mount, 'm')
    kernel.bind(HERE, 'm/mnt', kernel.MS_RDONLY | kernel.MS_NOSUID | kernel.MS_NODEV)
    kernel.mount('tmpfs', 'm/tmp', 'tmpfs', kernel.MS_NOSUID | kernel.MS_NODEV, 'size=16m,mode=1777')
    kernel.bind(server.devices, 'm/dev')
    kernel.mount('proc', 'm/proc', 'proc', kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
    kernel.pivot_into('m')
    kernel.drop_capabilities(NEEDED)
    null = os.open('/dev/null', os.O_RDWR)
    log = os.dup(2)
    fd = os.dup(channel.fileno())
    for target, source in ((10, fd), (11, null), (12, log)):
        os.dup2(source, target)
    for target, source in ((0, 11), (1, 11), (2, 12), (3, 10)):
        os.dup2(source, target, inheritable=True)
    kernel.close_from(4)
    # Room for what /proc shows of a command: its own words are written over those of this interpreter.
    os.execve('/usr/bin/python3', ['python3', *OPTIONS[kind], '/mnt', 'zygote', kind, ROOM], {'PATH': '/usr/bin:/bin', 'LANG': 'C.UTF-8', 'ROOM': ROOM})


def pass_request(server, running, order, stdio, entered):
    """A function that sends one order with all the descriptors that its child will need."""
    body = {**order, 'program': server.filter.hex()}

    def send(channel):
        holder = os.memfd_create('request')
        try:
            os.write(holder, json.dumps(body).encode())
            os.lseek(holder, 0, os.SEEK_SET)
            socket.send_fds(channel, [b'%d' % running.request['id']], [holder, running.fork.namespaces['pid'], *stdio, *entered])
        finally:
            for fd in (holder, *stdio):
                os.close(fd)
    return send
