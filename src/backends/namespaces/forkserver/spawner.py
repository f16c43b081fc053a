"""The process that all others of a fork are cloned from, commands and pid 1 alike.

A clone of the server would cost the server a page fault for each page that it writes next, and it writes many. This one sleeps
between two requests and touches little, so few pages are ever copied. What it clones are children of the server, which waits for
them. It holds no descriptor but its own, and its memory is what the server was at its start.
"""
import gc
import os
import signal

import command
import init
import kernel
import messages
import seccomp


class Lost(OSError):
    """Nothing that runs in a fork can have caused it."""


class Spawner:
    """The server's side."""

    def __init__(self, server):
        self.server = server
        self.start()

    def start(self):
        self.channel, theirs = self.server.socketpair()
        self.pid = os.fork()
        if self.pid == 0:
            try:
                serve(self.server, theirs.detach())
            finally:
                os._exit(1)
        theirs.close()

    def clone(self, kind, flags, order, fds, into=None):
        """Starts a `command` or an `init` with these descriptors, in the process namespace `into`. Returns its pid."""
        try:
            messages.send(self.channel, (kind, flags, into is not None, order), fds if into is None else [into, *fds])
            answer = self.channel.recv(4000)
        except ConnectionError:
            answer = b''
        if answer.isdigit():
            return int(answer)
        if answer:
            raise OSError(answer.decode())
        self.replace()
        raise Lost('the process that starts all others ended, as by a shortage of memory; it was started anew')

    def replace(self):
        """What was asked for is not tried again, since it may have been started; if so it ends here. What follows is served."""
        self.channel.close()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        # A child of the server that it does not know would be waited for by nobody, and its fork could never end.
        for pid in kernel.children() - self.server.children():
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        self.start()


def serve(server, channel):
    """The spawner's own side. Never returns: it ends with the server, whose process namespace it is in."""
    # Out of the server's foreground group, no Ctrl-C comes; so children need not put a single signal back.
    os.setsid()
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        if signal.getsignal(number) != signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    connection = messages.keep_only(channel)
    own_processes = os.open('/proc/self/ns/pid', os.O_RDONLY | os.O_CLOEXEC)
    os.chdir('/')
    filter_ = seccomp.Filter(server.filter)
    gc.collect()
    gc.disable()
    while True:
        message, fds = messages.receive(connection)
        if message is None:
            os._exit(0)
        kind, flags, elsewhere, order = message
        try:
            if elsewhere:
                kernel.setns(fds[0], kernel.CLONE_NEWPID)
            pid = kernel.clone(flags | kernel.CLONE_PARENT)
            if pid == 0:
                # Held by a child, it would hide this one's death from the server.
                os.close(connection.detach())
                if kind == 'command':
                    command.run(order, fds[1:], filter_)
                init.run(server, order, fds[-1])
            answer = b'%d' % pid
        except OSError as error:
            answer = str(error).encode(errors='replace')
        if elsewhere:
            kernel.setns(own_processes, kernel.CLONE_NEWPID)
        for fd in fds:
            os.close(fd)
        connection.send(answer)
