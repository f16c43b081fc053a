"""Commands that are under way: their start, their streams and their end. A part of the server."""
import base64
import heapq
import os
import selectors
import signal
import time

import command
import preload


class Running:
    """A command that is under way. A preloaded interpreter starts its own: then there is no pidfd, and `pid` comes later."""

    def __init__(self, server, request, fork, group, pid, streams, status):
        self.server, self.request, self.fork, self.group, self.pid, self.status = server, request, fork, group, pid, status
        self.pidfd = os.pidfd_open(pid) if pid else -1
        self.streams = {fd: {'name': name, 'parts': [], 'size': 0, 'truncated': False} for fd, name in streams}
        self.started, self.timed_out, self.preloaded = time.monotonic(), False, False
        self.kills = group.oom_kills() if group else 0
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


class Commands:
    def on_exec(self, request):
        fork = self.forks[request['fork']]
        policy = fork.snapshot.policy
        request.update(limits=policy['limits'], filter=policy['systemCallFilter'], rootOfFork=policy['writable'] == 'root')
        if not policy['distinctUsers'] and request['user'] == 'verifier':
            request['user'] = 'agent'
        world = self.world(fork, request['user'])
        order, entered = command.order(self.identity, request, world)
        pipes = [os.pipe2(os.O_CLOEXEC) for _ in range(3)]
        owner = self.owners(policy)[request['user']]
        for _, writing in pipes[:2]:
            # Else /dev/stdout and /dev/stderr, which are opened as a file is, would be refused to the command.
            os.fchown(writing, owner, owner)
        stdio = (self.input(request), pipes[0][1], pipes[1][1], pipes[2][1])
        streams = ((pipes[0][0], 'stdout'), (pipes[1][0], 'stderr'))
        interpreter = self.preloaded(request, fork.snapshot.base)
        if interpreter:
            running = Running(self, request, fork, world.group, 0, streams, pipes[2][0])
            running.preloaded = True
            self.watch(running)
            return interpreter.submit(running, preload.pass_request(self, running, order, stdio, entered))
        try:
            pid = self.spawner.clone('command', 0, order, [*stdio, *entered], fork.namespaces['pid'])
        except OSError:
            for reading, _ in pipes:
                os.close(reading)
            raise
        finally:
            for fd in stdio:
                os.close(fd)
        self.watch(Running(self, request, fork, world.group, pid, streams, pipes[2][0]))

    def world(self, fork, user):
        """What a command of this user joins: something with the namespaces and the group of a fork."""
        return fork

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
        out = running.group.oom_kills() > running.kills if running.group else False
        if killed and not (out or running.doomed or running.fork.after) and self.is_ending(running.fork):
            return self.answer(running.request, error=f'fork {running.fork.name} was killed from outside')
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
