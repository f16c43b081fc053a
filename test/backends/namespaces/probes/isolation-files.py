"""Attempts on files: of the host, of the system, devices, and what mounts tell."""
@probe
def host_file():
    return read(ARGUMENTS['file'])


@probe
def host_folder():
    return os.listdir(os.path.dirname(ARGUMENTS['file']))


def writable(path):
    def attempt():
        os.close(os.open(path, os.O_TMPFILE | os.O_RDWR, 0o600))
        return 'could make a file'
    PROBES[f'write-in-{path}'] = attempt


for folder in ('/', '/etc', '/usr/bin', '/usr/lib', '/home', '/var', '/opt'):
    writable(folder)


@probe
def change_account_list():
    os.close(os.open('/etc/passwd', os.O_RDWR))
    return 'opened for writing'


def device(name):
    PROBES[f'device-{name}'] = lambda: os.close(os.open(f'/dev/{name}', os.O_RDONLY | os.O_NONBLOCK)) or 'opened'


for name in ARGUMENTS['devices']:
    device(name)


@probe
def other_device_names():
    others = set(os.listdir('/dev')) - {'null', 'zero', 'full', 'random', 'urandom', 'fd', 'stdin', 'stdout', 'stderr', 'shm'}
    return sorted(others)


@probe
def make_block_device():
    os.mknod('disk', stat.S_IFBLK | 0o600, os.makedev(8, 0))
    return 'made'


@probe
def make_memory_device():
    os.mknod('mem', stat.S_IFCHR | 0o600, os.makedev(1, 1))
    return 'made'


@probe
def host_paths_in_mountinfo():
    text = read('/proc/self/mountinfo', 1 << 20).decode()
    return [word for word in ARGUMENTS['words'] if word in text]


@probe
def system_tree():
    return os.listdir('/sys')


@probe
def control_group_files():
    return [line for line in read('/proc/self/mountinfo', 1 << 20).decode().splitlines() if ' - cgroup' in line]
