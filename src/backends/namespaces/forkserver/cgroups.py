"""A limit of memory that holds for a fork as a whole, where this machine lets us make control groups.

Moving a process into a group waits for the kernel to quiesce, milliseconds on a busy machine, once a hierarchy. So processes are
limited by a group only where that costs nothing more, in the unified hierarchy; otherwise RLIMIT_NPROC does it, which counts per
user and user namespace, and every fork has one of its own.

A group serves one fork at a time and is used again, since making one costs more than the rest of a fork. A sealed state keeps
its group until it is discarded: its files lie in memory and stay charged there. Pid 1 of a fork stays outside, where a shortage
that the agent causes can't have it killed.
"""
import os
import signal

import kernel

MIB = 1 << 20


def read(path):
    try:
        with open(path) as handle:
            return handle.read()
    except OSError:
        return ''


def own_paths():
    """controller name -> path of the server's own group; '' is the unified hierarchy."""
    paths = {}
    for line in read('/proc/self/cgroup').splitlines():
        _, controllers, path = line.split(':', 2)
        for controller in controllers.split(','):
            paths[controller] = path
    return paths


def mounted():
    """controller name -> mount point."""
    points = {}
    for line in read('/proc/self/mountinfo').splitlines():
        left, _, right = line.partition(' - ')
        kind, _, options = right.split(' ', 2)
        point = left.split(' ')[4]
        if kind == 'cgroup2':
            points.setdefault('', point)
        elif kind == 'cgroup':
            for option in options.split(' ')[-1].split(','):
                points.setdefault(option, point)
    return points


class Group:
    def __init__(self, directories, unified):
        self.directories, self.unified = directories, unified
        self.attach = [os.open(os.path.join(d, 'cgroup.procs'), os.O_WRONLY | os.O_CLOEXEC) for d in dict.fromkeys(directories.values())]
        self.view, self.limits = self.open_view(), None
        self.events = os.open(os.path.join(directories['memory'], 'memory.events' if unified else 'memory.oom_control'), os.O_RDONLY | os.O_CLOEXEC)

    def open_view(self):
        """A control group namespace whose root is this group, so that no command can read where it stands on the host."""
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                for fd in self.attach:
                    os.write(fd, b'0')
                kernel.unshare(kernel.CLONE_NEWCGROUP)
                os.write(theirs, b'x')
                signal.pause()
            finally:
                os._exit(1)
        os.close(theirs)
        try:
            if not os.read(ours, 1):
                raise OSError('the process for the view of a control group ended')
            return os.open(f'/proc/{pid}/ns/cgroup', os.O_RDONLY | os.O_CLOEXEC)
        finally:
            os.close(ours)
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

    def limit(self, memory_mb, processes):
        if self.limits == (memory_mb, processes):
            return
        memory = self.directories['memory']
        if self.unified:
            settings = [(memory, 'pids.max', processes), (memory, 'memory.max', memory_mb * MIB), (memory, 'memory.swap.max', 0)]
        else:
            settings = [(memory, 'memory.limit_in_bytes', memory_mb * MIB)]
        for directory, name, value in settings:
            try:
                with open(os.path.join(directory, name), 'w') as handle:
                    handle.write(str(value))
            except OSError:
                if name != 'memory.swap.max':
                    raise
        self.limits = memory_mb, processes

    def oom_kills(self):
        """How often the kernel killed something of this fork for memory."""
        for line in os.pread(self.events, 4096, 0).splitlines():
            if line.startswith(b'oom_kill '):
                return int(line.split()[1])
        return 0

    def close(self):
        for fd in (*self.attach, self.view, self.events):
            os.close(fd)
        self.attach = []


class Groups:
    """`because` says why there are none here; then limits hold per process only."""

    def __init__(self, name):
        self.free, self.made, self.because, self.parents = [], [], None, {}
        points, paths = mounted(), own_paths()
        self.unified = 'memory' not in points
        try:
            if self.unified:
                self.parents = {'memory': self.unified_parent(points, paths, name)}
            else:
                if 'memory' not in paths:
                    raise OSError('no memory controller is mounted')
                self.parents = {'memory': os.path.join(points['memory'], paths['memory'].lstrip('/'), name)}
                os.mkdir(self.parents['memory'])
            self.put(self.take(64, 8))
        except OSError as error:
            self.because = f'control groups can not be made here ({error.strerror or error})'
            self.close()
            self.parents = {}

    def unified_parent(self, points, paths, name):
        if '' not in points:
            raise OSError('no control groups are mounted')
        # Processes may not stand beside groups that share their controllers, so ours hang below the root or a delegated parent.
        own = os.path.join(points[''], paths.get('', '/').lstrip('/'))
        for parent in (points[''], os.path.dirname(own), own):
            if {'memory', 'pids'} <= set(read(os.path.join(parent, 'cgroup.subtree_control')).split()):
                made = os.path.join(parent, name)
                os.mkdir(made)
                with open(os.path.join(made, 'cgroup.subtree_control'), 'w') as handle:
                    handle.write('+memory +pids')
                return made
        raise OSError('the memory and pids controllers are not delegated')

    def take(self, memory_mb, processes):
        """A group with these limits, or None where there are no groups."""
        if self.because or not self.parents:
            return None
        if self.free:
            group = self.free.pop()
        else:
            directories = {controller: os.path.join(parent, str(len(self.made) + 1)) for controller, parent in self.parents.items()}
            for directory in dict.fromkeys(directories.values()):
                os.mkdir(directory)
            group = Group(directories, self.unified)
            self.made.append(group)
        group.limit(memory_mb, processes)
        return group

    def put(self, group):
        if group is not None:
            self.free.append(group)

    def close(self):
        for group in self.made:
            group.close()
            for directory in dict.fromkeys(group.directories.values()):
                remove(directory)
        self.free, self.made = [], []
        for parent in dict.fromkeys(self.parents.values()):
            remove(parent)


def remove(directory):
    try:
        for entry in os.scandir(directory):
            if entry.is_dir(follow_symlinks=False):
                remove(entry.path)
        os.rmdir(directory)
    except OSError:
        pass
