"""Starts and ends units of systemd. A process beside the fork server: the server has mounts and processes of its own, and systemd
can neither see what is mounted there nor be asked for a process that the server could name.

It does one thing at a time, as it is asked. What it writes is the text that the host sent, letter by letter.
"""
import os
import socket
import subprocess
import time

import kernel
import messages

ROOT, SOURCE = '/run/polygraph/fork', '/run/polygraph/source'
UNITS = '/run/systemd/system'
GROUPS = '/sys/fs/cgroup/system.slice'
# The program that holds a unit (ExecStart=) as the kernel names it once systemd has set everything up and started it.
HOLDER = 'sleep'
LONGEST_START = 60


def start():
    """Starts the keeper. Returns the server's end of a socket to it."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork() == 0:
        try:
            serve(theirs.detach())
        finally:
            os._exit(1)
    theirs.close()
    return ours


def serve(channel):
    connection, own = messages.keep_only(channel), os.open('/proc/self/ns/mnt', os.O_RDONLY | os.O_CLOEXEC)
    made = []
    while True:
        request, fds = messages.receive(connection)
        if request is None:
            os._exit(0)
        name, arguments = request
        sent = []
        try:
            because, sent = None, WORK[name](made, own, fds, *arguments) or []
        except OSError as error:
            because = str(error)
        except Exception as error:
            because = f'{type(error).__name__}: {error}'
        messages.send(connection, (because,), sent)
        for fd in (*fds, *sent):
            os.close(fd)


def systemctl(*words):
    done = subprocess.run(['/usr/bin/systemctl', *words], capture_output=True, text=True)
    if done.returncode != 0:
        raise OSError(f'systemctl {words[0]}: {done.stderr.strip()}')
    return done.stdout


def begin(made, own, fds, name, text):
    """Starts a unit on the root of a fork, whose mounts come as a descriptor. Gives the mounts and the network of its holder."""
    if not os.path.ismount(ROOT):
        attach(own, fds[0])
    with open(f'{UNITS}/{name}', 'w') as handle:
        handle.write(text)
    made.append(name)
    systemctl('start', '--no-block', name)
    pid = holder(name)
    mounts, network = [os.open(f'/proc/{pid}/ns/{kind}', os.O_RDONLY | os.O_CLOEXEC) for kind in ('mnt', 'net')]
    proc = inside(own, fds[0], lambda: kernel.clone_mount('/proc'))
    inside(own, mounts, lambda: kernel.attach_mount(proc, '/proc'))
    return [mounts, network]


def inside(own, mounts, work):
    kernel.setns(mounts, kernel.CLONE_NEWNS)
    try:
        return work()
    finally:
        kernel.setns(own, kernel.CLONE_NEWNS)


def attach(own, fork):
    """Shows the root of a fork, with all that is mounted in it, where units look for it.

    But not its /proc, of which the holder is no part, and in which systemd would look for itself: a unit gets that once it stands.
    """
    trees = inside(own, fork, lambda: (kernel.clone_mount('/'), kernel.clone_mount('/')))
    for tree, place in zip(trees, (ROOT, SOURCE)):
        os.makedirs(place, exist_ok=True)
        kernel.attach_mount(tree, place)
        kernel.unmount(f'{place}/proc')


def holder(name):
    """The pid of the process that holds a unit, once its program runs."""
    end, look = time.monotonic() + LONGEST_START, time.monotonic() + 1
    while time.monotonic() < end:
        try:
            with open(f'{GROUPS}/{name}/cgroup.procs') as handle:
                pid = int(handle.readline() or 0)
            with open(f'/proc/{pid}/comm') as handle:
                if handle.read().strip() == HOLDER:
                    return pid
        except OSError:
            pass
        if time.monotonic() > look:
            look = time.monotonic() + 1
            told = systemctl('show', '--property=ActiveState,Result,ExecMainStatus', name).split()
            if 'ActiveState=failed' in told:
                raise OSError(f'the unit {name} did not start ({" ".join(told)}): {said(name)}')
        time.sleep(0.005)
    raise OSError(f'the unit {name} did not start within {LONGEST_START} s')


def said(name):
    """What systemd and the unit said last, in one line."""
    done = subprocess.run(['/usr/bin/journalctl', '--unit', name, '--output', 'cat', '--lines', '4', '--no-pager'], capture_output=True, text=True)
    return '; '.join(done.stdout.split('\n')).strip('; ')[:600]


def stop(made, own, fds, name):
    """Ends a unit. When this returns, no process of it is left."""
    group = f'{GROUPS}/{name}'
    try:
        with open(f'{group}/cgroup.kill', 'w') as handle:
            handle.write('1')
    except FileNotFoundError:
        pass
    systemctl('stop', name)
    try:
        with open(f'{group}/cgroup.procs') as handle:
            if handle.read():
                raise OSError(f'processes of {name} outlived it')
    except FileNotFoundError:
        pass


def end(made, own, fds):
    """Ends what was started, and forgets it."""
    for name in made:
        stop(made, own, fds, name)
        os.unlink(f'{UNITS}/{name}')
    made.clear()
    for place in (ROOT, SOURCE):
        if os.path.ismount(place):
            kernel.unmount(place)
    systemctl('daemon-reload')
    systemctl('reset-failed')


def settle(made, own, fds):
    """Does nothing, after all that was asked before."""


WORK = {work.__name__: work for work in (begin, stop, end, settle)}
