"""Forks: how they are made, what is laid in them and read from them, and how they end. A part of the server."""
import json
import os
import selectors
import signal

import identity as identities
import init
import kernel
import messages
import mounts
from states import Snapshot


class Fork:
    def __init__(self, name, snapshot, directory, group, request):
        self.name, self.snapshot, self.directory, self.group = name, snapshot, directory, group
        self.request, self.pid, self.pidfd, self.namespaces, self.dead, self.after = request, 0, -1, {}, False, None
        self.observed, self.putting = [], 0


class Forks:
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
                owner = self.owners(policy)['root']
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
                if fork.snapshot.policy['network'] != 'none':
                    # The host's: whoever starts commands is in it already, and an ordinary user may not enter it.
                    os.close(fork.namespaces.pop('net'))
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

    def is_ending(self, fork):
        """Whether pid 1 of a fork is dead, or takes all others with it: until they are reaped, nobody is told of its own end."""
        if fork.dead:
            return True
        with open(f'/proc/{fork.pid}/stat', 'rb') as handle:
            return bool(int(handle.read().rpartition(b')')[2].split()[6]) & kernel.PF_EXITING)

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
            watches, fds = messages.receive(ours)
            ours.close()
            fork.observed.append((fds[0], watches))
            self.answer(request, missing=json.loads(missing))
        self.job(request, 'observe', (request['paths'],), [fork.namespaces['mnt'], theirs.fileno()], made)
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
                sealed.digest = json.loads(answer)
                self.snapshots[request['snapshot']] = sealed
                self.answer(request, digest=sealed.digest, opened=opened)
            self.job(request, 'digest', (sealed.plain(),), then=digested, failed=lambda: self.leave(sealed))
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
        owners = self.owners(fork.snapshot.policy)
        fork.putting += 1

        def ended():
            fork.putting -= 1
            self.on_quiet(fork)
        self.job(request, 'put', (request['files'], owners), [fork.namespaces['mnt']], ended=ended)

    def on_get(self, request):
        fork = self.forks[request['fork']]
        self.job(request, 'get', (request['paths'], request['bounds'], fork.snapshot.policy['followLinks']), [fork.namespaces['mnt']])
