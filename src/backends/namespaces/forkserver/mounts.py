"""What a fork's root is made of.

A fork stands on a read-only base. What it may write is one overlay whose upper layer lies on a tmpfs of the fork's own, so that
size and number of files are bounded and everything is gone when the tmpfs is. With `home-and-workspace` that overlay holds the
writable directories, bound into the base one by one; with `root` it is the root itself.
"""
import errno
import os

import kernel
from kernel import MS_BIND, MS_NODEV, MS_NOEXEC, MS_NOSUID, MS_RDONLY, MS_REMOUNT, bind, mount

MASKED = ('kcore', 'keys', 'key-users', 'timer_list', 'sched_debug', 'sysrq-trigger', 'kallsyms', 'kpagecount', 'kpageflags')
READ_ONLY = ('sys', 'irq', 'bus', 'fs', 'acpi', 'scsi')
DEVICES = {'null': (1, 3), 'zero': (1, 5), 'full': (1, 7), 'random': (1, 8), 'urandom': (1, 9)}


def writable_directories(policy):
    others = [policy['home'], '/tmp', '/var/tmp']
    return others if policy['workspace'].startswith(tuple(f'{path}/' for path in others)) else [policy['workspace'], *others]


def make_device_tree(directory):
    """A /dev to be bound into every fork: five harmless devices, the usual links, and a place for /dev/shm."""
    os.mkdir(directory)
    mount('tmpfs', directory, 'tmpfs', MS_NOSUID | MS_NOEXEC, 'size=64k,mode=755')
    for name, (major, minor) in DEVICES.items():
        path = f'{directory}/{name}'
        try:
            os.mknod(path, 0o666 | 0o020000, os.makedev(major, minor))
            os.chmod(path, 0o666)
            os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        except OSError:
            # Outside the host's own user namespace a node can't be made or opened, but the host's can be bound.
            if os.path.lexists(path):
                os.unlink(path)
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o666))
            bind(f'/dev/{name}', path)
    for link, target in (('fd', '/proc/self/fd'), ('stdin', '/proc/self/fd/0'), ('stdout', '/proc/self/fd/1'), ('stderr', '/proc/self/fd/2')):
        os.symlink(target, f'{directory}/{link}')
    os.mkdir(f'{directory}/shm', 0o1777)
    mount(None, directory, None, MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NOEXEC)


def overlay(target, lowers, upper, user_xattrs):
    """Mounts lowers (top first) under an upper layer of the current directory's `u`, or read-only without one.

    Lower layers are named through links in the current directory: their real paths would be read in the fork's mountinfo.
    """
    names = []
    for index, lower in enumerate(lowers):
        name = f'l{index}'
        if not os.path.lexists(name):
            os.symlink(lower, name)
        names.append(name)
    # Redirects and metadata-only copies would put part of what changed outside the upper layer, which is read as the change list.
    options = 'lowerdir=' + ':'.join(names) + ',redirect_dir=nofollow,metacopy=off,index=off,xino=off'
    if upper:
        options += ',upperdir=u,workdir=w'
    if user_xattrs:
        options += ',userxattr'
    flags = MS_NOSUID | MS_NODEV | (0 if upper else MS_RDONLY)
    mount('overlay', target, 'overlay', flags, options)


def scratch(directory, policy):
    """The fork's own tmpfs, mounted in the server's namespace so that it outlives the fork when that is sealed."""
    limits = policy['limits']
    os.mkdir(directory)
    mount('tmpfs', directory, 'tmpfs', MS_NOSUID | MS_NODEV, f'size={limits["disk_mb"]}m,nr_inodes={limits["inodes"]},mode=755')
    for name in ('u', 'w', 'm', 'o'):
        os.mkdir(f'{directory}/{name}')


def build_root(directory, mount_of_base, lower_of_base, layers, policy, server, upper=True):
    """Lays out the root in `directory`/m, in the calling process's own mount namespace. Layers are top first."""
    os.chdir(directory)
    if policy['writable'] == 'root':
        overlay('m', [*layers, lower_of_base], upper, server.user_xattrs)
        if not policy['privateTmp']:
            bind(server.shared_tmp, 'm/tmp', MS_NOSUID | MS_NODEV)
    else:
        bind(mount_of_base, 'm')
        lowers = layers if upper or len(layers) > 1 else [*layers, server.empty]
        overlay('o', lowers, upper, server.user_xattrs)
        for path in writable_directories(policy):
            if path == '/tmp' and not policy['privateTmp']:
                bind(server.shared_tmp, 'm/tmp', MS_NOSUID | MS_NODEV)
            else:
                bind('o' + path, 'm' + path)


def add_system(server, policy):
    """/dev, /dev/shm and /proc of the fork; the process must be in the fork's process namespace already."""
    bind(server.devices, 'm/dev')
    mount('tmpfs', 'm/dev/shm', 'tmpfs', MS_NOSUID | MS_NODEV | MS_NOEXEC, 'size=16m,nr_inodes=1k,mode=1777')
    mount('proc', 'm/proc', 'proc', MS_NOSUID | MS_NODEV | MS_NOEXEC)
    for name in READ_ONLY:
        try:
            bind(f'm/proc/{name}', f'm/proc/{name}', MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC)
        except OSError as error:
            if error.errno != errno.ENOENT:
                raise
    for name in MASKED:
        try:
            bind(f'{server.devices}/null', f'm/proc/{name}')
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENOTDIR):
                raise


class Base:
    """A root file system as forks see it. `lower` serves as the bottom of an overlay, `mount` is bound read-only.

    `own` says that it is a whole tree of ours, not the host's; `preloaded` holds its preloaded interpreters by kind.
    """

    def __init__(self, name, root, binds, server):
        home = f'{server.home}/b/{name}'
        os.makedirs(f'{home}/root')
        self.mapped, self.own, self.preloaded = True, not binds, {}
        fd = None
        if server.identity.tier == 'root' and not binds:
            try:
                fd = kernel.clone_mount(root, kernel.MOUNT_ATTR_IDMAP | kernel.MOUNT_ATTR_RDONLY, server.userns)
            except OSError:
                self.mapped = False  # a kernel or file system without mapped mounts: files of the base show as nobody's
        else:
            self.mapped = server.identity.tier != 'root'
        if fd is not None:
            kernel.attach_mount(fd, f'{home}/root')
        else:
            bind(root, f'{home}/root', MS_RDONLY | MS_NOSUID | MS_NODEV)
            for source, target in binds:
                bind(source, f'{home}/root{target}', MS_RDONLY | MS_NOSUID | MS_NODEV)
        self.lower = f'{home}/root'
        self.mount = self.lower
        if not binds:
            # A bind mount shows its source's path in the fork's mountinfo; the root of an overlay shows "/".
            os.mkdir(f'{home}/view')
            os.chdir(home)
            overlay('view', [self.lower, server.empty], False, server.user_xattrs)
            self.mount = f'{home}/view'
