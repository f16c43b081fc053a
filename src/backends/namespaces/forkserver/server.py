"""The fork server: one process, one thread, one loop. It makes forks, runs commands in them and keeps what they leave.

Requests and answers are lines of JSON on the standard streams; `id` joins them. A request that can't be served is answered with
`error`; nothing that a command does is an error. When the server dies, so does every fork: pid 1 of each is tied to it, and all
mounts live in its own namespace.
"""
import base64
import gc
import heapq
import json
import os
import resource
import selectors
import shutil
import signal
import socket
import time

import cgroups
import command
import identity as identities
import init
import jobs
import kernel
import mounts
import preload
import seccomp


class Snapshot:
    """A state. Its files stay while it or anything made from it is in use, whichever is discarded first."""

    def __init__(self, base, layers, policy, base_digest, directory, group, below):
        self.base, self.layers, self.policy, self.digest, self.base_digest = base, layers, policy, None, base_digest
        self.directory, self.group, self.below, self.users = directory, group, below, 1


class Fork:
    def __init__(self, name, snapshot, directory, group, request):
        self.name, self.snapshot, self.directory, self.group = name, snapshot, directory, group
        self.request, self.pid, self.pidfd, self.namespaces, self.dead, self.after = request, 0, -1, {}, False, None
        self.observed, self.putting = [], 0


class Running:
    """A command that is under way. A preloaded interpreter starts its own: then there is no pidfd, and `pid` comes later."""

    def __init__(self, server, request, fork, pid, streams, status):
        self.server, self.request, self.fork, self.pid, self.status = server, request, fork, pid, status
        self.pidfd = os.pidfd_open(pid) if pid else -1
        self.streams = {fd: {'name': name, 'parts': [], 'size': 0, 'truncated': False} for fd, name in streams}
        self.started, self.timed_out, self.preloaded = time.monotonic(), False, False
        self.kills = fork.group.oom_kills() if fork.group else 0
        self.doomed = False

    def kill(self):
        self.doomed = True
        if self.pid:
            command.kill_tree(self.pid)

    def on_preload_start(self, pid):
        self.pid = pid
        if self.doomed:
            self.kill()

    def on_preload_end(self, message):
        if 'error' in message:
            return self.server.withdraw(self, message['error'])
        self.server.drain(self)
        self.server.finish(self, message['status'], message['cpu'], message['peak'])

    def on_preload_gone(self):
        self.server.withdraw(self, 'the preloaded interpreter ended')


class Server:
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
        self.selector = selectors.DefaultSelector()
        self.parts = []

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

    def socketpair(self):
        return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)

    # The loop

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
                self.answer(request, error=str(error) if isinstance(error, OSError) else f'{type(error).__name__}: {error}')

    def answer(self, request, **fields):
        data = memoryview((json.dumps({'id': request['id'], **fields}) + '\n').encode())
        while data:
            data = data[os.write(1, data):]

    def owner_of(self, policy):
        root_of_fork = policy['writable'] == 'root'

        def outer(user):
            # Where agent and verifier are one user, what is laid for one must be the other's too.
            who = 'agent' if user == 'verifier' and not policy['distinctUsers'] else user
            return self.identity.outer(self.identity.role(who, root_of_fork)) if self.identity.tier != 'one-uid' else 0
        return outer

    # States

    def on_base(self, request):
        base = mounts.Base(str(len(self.bases)), request['root'], request['binds'], self)
        self.bases[request['name']] = base
        self.answer(request, mapped=base.mapped)

    def on_prepare(self, request):
        policy, base = request['policy'], self.bases[request['base']]
        if policy['writable'] != 'root':
            roots = tuple(f'{path}/' for path in mounts.writable_directories(policy))
            for file in request['files']:
                if not file['path'].startswith(roots):
                    raise ValueError(f'{file["path"]} lies in no writable directory, so no fork would have it: Read-only file system')
        directory = f'{self.home}/s/{request["snapshot"]}'
        os.mkdir(directory)
        owner_of = self.owner_of(policy)
        # The workspace comes last, since it may lie in one of the others.
        for path, who, mode in (('/tmp', 'root', 0o1777), ('/var/tmp', 'root', 0o1777), (policy['home'], 'agent', 0o755), (policy['workspace'], 'agent', 0o755)):
            self.make_directory(directory, path, owner_of, who, mode)
        snapshot = Snapshot(base, [directory], policy, request['baseDigest'], directory, None, None)

        def digested(answer):
            snapshot.digest = answer
            self.snapshots[request['snapshot']] = snapshot
            self.answer(request, digest=answer)
        self.job(request, lambda: jobs.prepare(self, snapshot, request['files'], owner_of), digested, lambda: self.leave(snapshot))

    def make_directory(self, root, path, owner_of, who, mode):
        current = root
        parts = path.strip('/').split('/')
        for place, part in enumerate(parts):
            current = f'{current}/{part}'
            if not os.path.isdir(current):
                os.mkdir(current)
                last = place == len(parts) - 1
                os.chmod(current, mode if last else 0o755)
                owner = owner_of(who if last else 'root')
                os.chown(current, owner, owner)

    def on_changes(self, request):
        snapshot = self.snapshots[request['snapshot']]
        self.job(request, lambda: jobs.changes(self, snapshot, request['bounds']), ended=self.use(snapshot))

    def on_read(self, request):
        snapshot = self.snapshots[request['snapshot']]
        self.job(request, lambda: jobs.read(self, snapshot, request['paths'], request['bounds']), ended=self.use(snapshot))

    def on_discard_snapshot(self, request):
        snapshot = self.snapshots.pop(request['snapshot'], None)
        if snapshot:
            self.leave(snapshot)
        self.answer(request)

    def use(self, snapshot):
        """Keeps a state's files; the answer is called when they are no longer needed."""
        snapshot.users += 1
        return lambda: self.leave(snapshot)

    def leave(self, snapshot):
        while snapshot:
            snapshot.users -= 1
            if snapshot.users:
                return
            self.release(snapshot.directory, snapshot.group, snapshot.policy)
            snapshot = snapshot.below

    def release(self, directory, group, policy):
        try:
            kernel.unmount(directory)
        except OSError:
            pass  # a prepared state is no mount of its own
        shutil.rmtree(directory, ignore_errors=True)
        # A group may still hold what outlived its fork.
        if policy['ownProcesses']:
            self.groups.put(group)

    # Forks

    def on_fork(self, request):
        snapshot = self.snapshots[request['snapshot']]
        policy = snapshot.policy
        directory = f'{self.home}/f/{request["fork"]}'
        group = None
        try:
            mounts.scratch(directory, policy)
            group = self.groups.take(policy['limits']['memory_mb'], policy['limits']['processes'])
            if policy['writable'] == 'root':
                # The top directory of the upper layer is the fork's root: it must be root's of the fork, not the server's.
                owner = self.owner_of(policy)('root')
                os.chown(f'{directory}/u', owner, owner)
            fork = Fork(request['fork'], snapshot, directory, group, request)
            fork.pid, channel = init.start(self, directory, snapshot.base, snapshot.layers, policy)
        except OSError:
            self.release(directory, group, policy)
            raise
        fork.pidfd = os.pidfd_open(fork.pid)
        self.forks[fork.name] = fork
        snapshot.users += 1
        self.selector.register(channel, selectors.EVENT_READ, lambda _: self.on_channel(fork, channel))
        self.selector.register(fork.pidfd, selectors.EVENT_READ, lambda _: self.on_death(fork))

    def on_channel(self, fork, channel):
        message = channel.recv(4000)
        if message == b'u':
            try:
                fork.namespaces = kernel.open_namespaces(fork.pid)
                if fork.group:
                    os.dup2(fork.group.view, fork.namespaces['cgroup'], inheritable=False)
                identities.write_maps(fork.pid, self.identity, fork.snapshot.policy['writable'] == 'root')
                channel.send(b'm')
                return
            except OSError as error:
                message = b'e' + f'the ids of a fork can not be mapped: {error}'.encode()
        self.selector.unregister(channel)
        channel.close()
        if message == b'r':
            self.answer(fork.request)
            fork.request = None
        else:
            request, fork.request = fork.request, None
            because = message[1:].decode(errors='replace') or 'pid 1 of the fork ended during set-up'
            self.end(fork, lambda: self.abandon(fork, request, because))

    def abandon(self, fork, request, because):
        self.drop(fork)
        self.answer(request, error=because)

    def drop(self, fork):
        self.forget(fork)
        self.release(fork.directory, fork.group, fork.snapshot.policy)
        self.leave(fork.snapshot)

    def on_death(self, fork):
        self.selector.unregister(fork.pidfd)
        os.waitpid(fork.pid, 0)
        fork.dead = True
        self.on_quiet(fork)

    def end(self, fork, after):
        """Kills all processes of a fork; `after` runs when the last one is gone, and with it the last that lays files there."""
        fork.after = after
        for running in list(self.running.values()):
            # Where pid 1 of the fork takes no one with it, the commands under way and their children are all that ends.
            if running.fork is fork and not fork.snapshot.policy['ownProcesses']:
                running.kill()
        if fork.dead:
            self.on_quiet(fork)
        else:
            signal.pidfd_send_signal(fork.pidfd, signal.SIGKILL)

    def on_quiet(self, fork):
        if fork.after and fork.dead and not fork.putting and not any(running.fork is fork for running in self.running.values()):
            after, fork.after = fork.after, None
            after()

    def forget(self, fork):
        self.forks.pop(fork.name, None)
        for fd in (fork.pidfd, *fork.namespaces.values(), *(fd for fd, _ in fork.observed)):
            os.close(fd)

    def on_observe(self, request):
        """From now on, opens of these files in the fork are recorded; `seal` tells which there were."""
        fork = self.forks[request['fork']]
        ours, theirs = self.socketpair()

        def made(missing):
            data, fds, _, _ = socket.recv_fds(ours, 65536, 1)
            ours.close()
            fork.observed.append((fds[0], {int(watch): path for watch, path in json.loads(data).items()}))
            self.answer(request, missing=missing)
        self.job(request, lambda: jobs.observe(fork.namespaces, request['paths'], theirs), made)
        theirs.close()

    def on_seal(self, request):
        fork = self.forks[request['fork']]
        before = fork.snapshot

        def frozen():
            opened = sorted({path for fd, watches in fork.observed for path in kernel.opened(fd, watches)})
            self.forget(fork)
            layers = [f'{fork.directory}/u', *before.layers]
            sealed = Snapshot(before.base, layers, before.policy, before.digest, fork.directory, fork.group, before)

            def digested(answer):
                sealed.digest = answer
                self.snapshots[request['snapshot']] = sealed
                self.answer(request, digest=sealed.digest, opened=opened)
            self.job(request, lambda: jobs.digest(self, sealed), digested, lambda: self.leave(sealed))
        self.end(fork, frozen)

    def on_discard(self, request):
        fork = self.forks.get(request['fork'])
        if not fork:
            return self.answer(request)

        def gone():
            self.drop(fork)
            self.answer(request)
        self.end(fork, gone)

    def on_put(self, request):
        fork = self.forks[request['fork']]
        owner_of = self.owner_of(fork.snapshot.policy)
        fork.putting += 1

        def ended():
            fork.putting -= 1
            self.on_quiet(fork)
        self.job(request, lambda: jobs.put(fork.namespaces, request['files'], owner_of), ended=ended)

    def on_get(self, request):
        fork = self.forks[request['fork']]
        self.job(request, lambda: jobs.get(fork.namespaces, request['paths'], request['bounds'], fork.snapshot.policy['followLinks']))

    def job(self, request, work, then=None, failed=None, ended=None):
        pid, reading = jobs.spawn(work)
        parts = []

        def on_data(fd):
            part = os.read(fd, 1 << 20)
            if part:
                parts.append(part)
                return
            self.selector.unregister(fd)
            os.close(fd)
            os.waitpid(pid, 0)
            answer = json.loads(b''.join(parts) or b'{"error": "the file job ended without an answer"}')
            if 'ok' not in answer:
                if failed:
                    failed()
                self.answer(request, error=answer['error'])
            elif then:
                then(answer['ok'])
            else:
                self.answer(request, result=answer['ok'])
            if ended:
                ended()
        self.selector.register(reading, selectors.EVENT_READ, on_data)

    # Commands

    def on_exec(self, request):
        fork = self.forks[request['fork']]
        policy = fork.snapshot.policy
        request.update(limits=policy['limits'], filter=policy['systemCallFilter'], rootOfFork=policy['writable'] == 'root')
        if not policy['distinctUsers'] and request['user'] == 'verifier':
            request['user'] = 'agent'
        pipes = [os.pipe2(os.O_CLOEXEC) for _ in range(3)]
        stdin = self.input(request)
        stdio = (stdin, pipes[0][1], pipes[1][1])
        groups = fork.group.attach if fork.group else []
        streams = ((pipes[0][0], 'stdout'), (pipes[1][0], 'stderr'))
        interpreter = self.preloaded(request, fork.snapshot.base)
        if interpreter:
            running = Running(self, request, fork, 0, streams, pipes[2][0])
            running.preloaded = True
            self.watch(running)
            return interpreter.submit(running, preload.pass_request(self, running, stdio, pipes[2][1]))
        try:
            kernel.setns(fork.namespaces['pid'], kernel.CLONE_NEWPID)
            pid = kernel.clone(0)
            if pid == 0:
                command.run(self.identity, fork.namespaces, groups, request, pipes[2][1], stdio, self.filter)
        finally:
            kernel.setns(self.own_processes, kernel.CLONE_NEWPID)
            for fd in (*stdio, pipes[2][1]):
                os.close(fd)
        self.watch(Running(self, request, fork, pid, streams, pipes[2][0]))

    def preloaded(self, request, base):
        """The preloaded interpreter that may serve a request, started when first asked for; None for a cold start."""
        kind = request.get('preload')
        if kind is None or not os.path.exists(f'{base.lower}/usr/bin/python3') or not base.own:
            return None
        if kind not in base.preloaded:
            base.preloaded[kind] = preload.Preloaded(self, base, kind)
        return base.preloaded[kind] if base.preloaded[kind].state != 'gone' else None

    def input(self, request):
        if not request.get('stdin'):
            return os.open('/dev/null', os.O_RDONLY | os.O_CLOEXEC)
        writing = os.memfd_create('stdin')
        data = memoryview(base64.b64decode(request['stdin']))
        while data:
            data = data[os.write(writing, data):]
        reading = os.open(f'/proc/self/fd/{writing}', os.O_RDONLY | os.O_CLOEXEC)
        os.close(writing)
        return reading

    def watch(self, running):
        self.running[running.request['id']] = running
        for fd in running.streams:
            os.set_blocking(fd, False)
            self.selector.register(fd, selectors.EVENT_READ, lambda ready: self.on_output(running, ready))
        if running.pidfd >= 0:
            self.selector.register(running.pidfd, selectors.EVENT_READ, lambda _: self.on_exit(running))
        heapq.heappush(self.deadlines, (running.started + running.request['wall'], running.request['id']))

    def on_output(self, running, fd):
        """Keeps what fits and reads on past the limit, so that a flood neither fills memory nor stops its writer."""
        stream = running.streams[fd]
        try:
            part = os.read(fd, 1 << 16)
        except BlockingIOError:
            return False
        if not part:
            self.selector.unregister(fd)
            return False
        room = running.request['output'] - stream['size']
        stream['truncated'] = stream['truncated'] or len(part) > room
        if room > 0:
            stream['parts'].append(part[:room])
            stream['size'] += len(part[:room])
        return True

    def on_exit(self, running):
        self.selector.unregister(running.pidfd)
        os.close(running.pidfd)
        _, status, usage = os.wait4(running.pid, 0)
        self.drain(running)
        self.finish(running, status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)

    def drain(self, running):
        # A daemon may hold the pipes open for ever, so what is there now is all that counts, and no more than a pipe's worth.
        for fd in running.streams:
            for _ in range(32):
                if not self.selector_has(fd) or not self.on_output(running, fd):
                    break
            if self.selector_has(fd):
                self.selector.unregister(fd)
            os.close(fd)

    def withdraw(self, running, because):
        self.drain(running)
        del self.running[running.request['id']]
        os.close(running.status)
        self.answer(running.request, error=because)
        self.on_quiet(running.fork)

    def selector_has(self, fd):
        return fd in self.selector.get_map()

    def finish(self, running, status, cpu_seconds, peak):
        del self.running[running.request['id']]
        os.set_blocking(running.status, False)
        try:
            said = os.read(running.status, 4000)
        except BlockingIOError:
            said = b''
        os.close(running.status)
        if said.startswith(b'e') and not running.timed_out:
            self.answer(running.request, error=said[1:].decode(errors='replace'))
        else:
            self.tell(running, status, cpu_seconds, peak)
        self.on_quiet(running.fork)

    def tell(self, running, status, cpu_seconds, peak):
        signalled = os.WIFSIGNALED(status)
        killed = signalled and os.WTERMSIG(status) == signal.SIGKILL
        out = running.fork.group.oom_kills() > running.kills if running.fork.group else False
        self.answer(
            running.request,
            exitCode=None if signalled else os.WEXITSTATUS(status),
            signal=signal.Signals(os.WTERMSIG(status)).name if signalled and os.WTERMSIG(status) < 32 else f'SIG{os.WTERMSIG(status)}' if signalled else None,
            timedOut=running.timed_out,
            outOfMemory=out and (killed or not running.timed_out),
            truncated={stream['name']: stream['truncated'] for stream in running.streams.values()},
            **{stream['name']: base64.b64encode(b''.join(stream['parts'])).decode() for stream in running.streams.values()},
            durationMs=(time.monotonic() - running.started) * 1000,
            cpuMs=cpu_seconds * 1000,
            peakMemoryBytes=peak,
            preloaded=running.preloaded,
        )

    def on_kill(self, request):
        """Ends a running command at its caller's wish."""
        running = self.running.get(request['exec'])
        if running:
            running.kill()
        self.answer(request)

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


def main(arguments):
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
        server = Server(home, identity, own_processes())
    except OSError as error:
        os.write(1, (json.dumps({'id': 0, 'error': str(error)}) + '\n').encode())
        return 1
    server.answer({'id': 0}, tier=identity.tier, cgroups=server.groups.because, unified=server.groups.unified, groups=list(dict.fromkeys(server.groups.parents.values())))
    server.serve()
