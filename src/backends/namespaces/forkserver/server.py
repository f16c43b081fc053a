"""The fork server: one process, one thread, one loop. It makes forks, runs commands in them and keeps what they leave.

Requests and answers are lines of JSON on the standard streams; `id` joins them. A request that can't be served is answered with
`error`; nothing that a command does is an error. When the server dies, so does every fork: pid 1 of each is tied to it, and all
mounts live in its own namespace.
"""
import gc
import heapq
import json
import os
import resource
import selectors
import signal
import socket
import time

import cgroups
import identity as identities
import init
import jobs
import kernel
import mounts
import seccomp
from forks import Forks
from running import Commands
from spawner import Lost, Spawner
from states import States

OWNERS = ('agent', 'verifier', 'root')


class Server(States, Forks, Commands):
    def __init__(self, home, identity, name):
        self.identity = identity
        kernel.mount('tmpfs', home, 'tmpfs', kernel.MS_NOSUID | (0 if self.identity.tier == 'root' else kernel.MS_NODEV), 'size=4g,mode=755')
        self.home = home
        self.user_xattrs = self.identity.tier != 'root'
        for folder in ('empty', 'f', 's', 'b', 'workbench', 'shared-tmp'):
            os.mkdir(f'{home}/{folder}')
        self.empty, self.workbench, self.shared_tmp = f'{home}/empty', f'{home}/workbench', f'{home}/shared-tmp'
        kernel.mount('tmpfs', self.shared_tmp, 'tmpfs', kernel.MS_NOSUID | kernel.MS_NODEV, 'size=256m,nr_inodes=20k,mode=1777')
        self.common = None
        self.devices = f'{home}/dev'
        mounts.make_device_tree(self.devices)
        self.own_processes = os.open('/proc/self/ns/pid', os.O_RDONLY | os.O_CLOEXEC)
        self.userns = self.make_userns() if self.identity.tier == 'root' else -1
        self.groups = cgroups.Groups(f'polygraph-{name}')
        self.filter = seccomp.program()
        self.command_line = kernel.command_line()
        # Ours names a path of the host, and until they start their program, commands in a fork have the same.
        kernel.rename_command_line(self.command_line, b'forkserver')
        self.bases, self.snapshots, self.forks, self.running, self.deadlines = {}, {}, {}, {}, []
        self.parts = []
        self.spawner, self.workers = Spawner(self), jobs.Workers(self)
        self.selector = selectors.DefaultSelector()

    def make_userns(self):
        """A user namespace with the forks' ids that nobody lives in: owners of the base are mapped through it."""
        ours, theirs = self.socketpair()
        pid = kernel.clone(kernel.CLONE_NEWUSER)
        if pid == 0:
            theirs.recv(1)
            os._exit(0)
        try:
            identities.write_maps(pid, self.identity, False)
            return os.open(f'/proc/{pid}/ns/user', os.O_RDONLY | os.O_CLOEXEC)
        finally:
            ours.send(b'x')
            os.waitpid(pid, 0)

    def commons(self):
        if self.common is None:
            self.common = init.start_commons(self)
        return self.common[1]

    def children(self):
        """The processes that the server knows to be its own. Commands of a preloaded interpreter are that one's."""
        found = {running.pid for running in self.running.values() if running.pidfd >= 0} | {fork.pid for fork in self.forks.values() if not fork.dead}
        found |= self.workers.pids | {each.pid for base in self.bases.values() for each in base.preloaded.values()}
        return found | ({self.common[0]} if self.common else set())

    def socketpair(self):
        return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    def hello(self):
        """What the first line says of this server."""
        return {'tier': self.identity.tier, 'cgroups': self.groups.because, 'unified': self.groups.unified, 'groups': list(dict.fromkeys(self.groups.parents.values()))}

    def serve(self):
        self.selector.register(0, selectors.EVENT_READ, self.on_input)
        gc.collect()
        gc.freeze()
        while True:
            wait = max(0, self.deadlines[0][0] - time.monotonic()) if self.deadlines else None
            for key, _ in self.selector.select(wait):
                # An earlier event of this round may have closed the descriptor, and its number may serve another already.
                if self.selector.get_map().get(key.fd) is key:
                    key.data(key.fd)
            while self.deadlines and self.deadlines[0][0] <= time.monotonic():
                running = self.running.get(heapq.heappop(self.deadlines)[1])
                if running and not running.timed_out:
                    running.timed_out = True
                    running.kill()

    def on_input(self, fd):
        data = os.read(fd, 1 << 20)
        if not data:
            self.close()
            os._exit(0)
        # Joined once a line is whole: a long one comes in hundreds of parts.
        self.parts.append(data)
        if b'\n' not in data:
            return
        *lines, rest = b''.join(self.parts).split(b'\n')
        self.parts = [rest]
        for line in lines:
            request = json.loads(line)
            try:
                getattr(self, 'on_' + request['op'].replace('-', '_'))(request)
            except Exception as error:
                own = {'own': True} if isinstance(error, Lost) else {}
                self.answer(request, error=str(error) if isinstance(error, OSError) else f'{type(error).__name__}: {error}', **own)

    def answer(self, request, **fields):
        self.write(json.dumps({'id': request['id'], **fields}))

    def write(self, text):
        data = memoryview(f'{text}\n'.encode())
        while data:
            data = data[os.write(1, data):]

    def owners(self, policy):
        """The ids by which the server knows whom files may belong to."""
        if self.identity.tier == 'one-uid':
            return dict.fromkeys(OWNERS, 0)
        # Where agent and verifier are one user, what is laid for one must be the other's too.
        roles = {who: 'agent' if who == 'verifier' and not policy['distinctUsers'] else who for who in OWNERS}
        return {who: self.identity.outer(self.identity.role(role, policy['writable'] == 'root')) for who, role in roles.items()}

    def job(self, request, name, arguments, fds=(), then=None, failed=None, ended=None):
        """Has a worker do a job of jobs.py. Its result is the answer, or goes to `then` as JSON."""
        def on_end(error, result):
            if error is not None:
                if failed:
                    failed()
                self.answer(request, error=error)
            elif then:
                then(result)
            else:
                self.write(f'{{"id": {request["id"]}, "result": {result}}}')
            if ended:
                ended()
        self.workers.do(name, arguments, fds, on_end)

    def on_ping(self, request):
        self.answer(request)

    def close(self):
        if os.getpid() == 1:
            # Pid 1 of a process namespace of its own: these are the processes of all forks, and of none but ours.
            try:
                os.kill(-1, signal.SIGKILL)
            except ProcessLookupError:
                pass
        # Children of ours in a fork must be reaped before its pid 1 can be.
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            try:
                if os.waitpid(-1, os.WNOHANG)[0] == 0:
                    time.sleep(0.002)
            except ChildProcessError:
                break
        self.groups.close()


def own_processes():
    """Goes on as pid 1 of a process namespace of the server's own; the caller stays behind and ends as it ends.

    An ordinary user may come back from a fork's process namespace only to one that its own user namespace owns; and when pid 1
    dies, the kernel kills every process of every fork, whatever happened before.
    """
    host_pid = os.getpid()
    with open('/proc/self/stat') as handle:
        started = handle.read().rpartition(')')[2].split()[19]
    kernel.unshare(kernel.CLONE_NEWPID)
    inner = os.fork()
    if inner:
        os.close(0)
        os.close(1)
        _, status = os.waitpid(inner, 0)
        os._exit(os.waitstatus_to_exitcode(status) & 0xFF)
    kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    kernel.mount('none', '/', None, kernel.MS_REC | kernel.MS_PRIVATE)
    kernel.mount('proc', '/proc', 'proc', kernel.MS_NOSUID | kernel.MS_NODEV | kernel.MS_NOEXEC)
    return f'{host_pid}-{started}'


def main(arguments, kind=Server):
    home, tier = arguments[0], arguments[1] if len(arguments) > 1 and arguments[1] != 'best' else None
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        # Ctrl-C reaches the whole foreground group; the run decides what to tear down, and closes our input to say so.
        signal.signal(number, signal.SIG_IGN)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 65536), hard))
    try:
        identity = identities.enter(tier)
        # Not before: a change of ids clears it.
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        server = kind(home, identity, own_processes())
    except OSError as error:
        os.write(1, (json.dumps({'id': 0, 'error': str(error)}) + '\n').encode())
        return 1
    server.answer({'id': 0}, **server.hello())
    server.serve()
