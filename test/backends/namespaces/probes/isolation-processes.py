"""Attempts on other processes: those of the host, the first one of the fork, and one's own."""
@probe
def other_processes():
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            if ARGUMENTS['word'].encode() in read(f'/proc/{pid}/cmdline'):
                found.append(pid)
        except (FileNotFoundError, ProcessLookupError):
            pass  # ended since the list was made
    return found


@probe
def environment_of_another():
    return ARGUMENTS['secret'].encode() in read(f'/proc/{ARGUMENTS["pid"]}/environ', 1 << 16)


@probe
def signal_another():
    os.kill(ARGUMENTS['pid'], 0)
    return ARGUMENTS['word'].encode() in read(f'/proc/{ARGUMENTS["pid"]}/cmdline')


@probe
def root_of_another():
    return os.listdir(f'/proc/{ARGUMENTS["pid"]}/root') and os.path.exists(f'/proc/{ARGUMENTS["pid"]}/root{ARGUMENTS["file"]}')


def of_first(name, attempt):
    PROBES[f'first-process-{name}'] = attempt


# Pid 1 of a fork; outside, where pid 1 is none of our business, a process of the same user.
FIRST = f'/proc/{ARGUMENTS["first"]}'


def first_memory():
    first = read(f'{FIRST}/maps').split(b'-')[0]
    with open(f'{FIRST}/mem', 'rb', buffering=0) as handle:
        handle.seek(int(first, 16))
        return len(handle.read(16))


of_first('environment', lambda: 'read %d' % len(read(f'{FIRST}/environ')))
of_first('memory', first_memory)
of_first('descriptors', lambda: os.listdir(f'{FIRST}/fd') or 'listed')
of_first('maps', lambda: read(f'{FIRST}/maps'))
of_first('root', lambda: os.listdir(f'{FIRST}/root'))
of_first('program', lambda: os.readlink(f'{FIRST}/exe'))
of_first('folder', lambda: os.readlink(f'{FIRST}/cwd'))
of_first('paths', lambda: b'/' in read(f'{FIRST}/cmdline'))


@probe
def trace_first_process():
    call(101, 117, 0x4206, ARGUMENTS['first'], 0, 0)  # PTRACE_SEIZE
    return 'attached'


@probe
def trace_a_child():
    child = os.fork()
    if child == 0:
        time.sleep(5)
        os._exit(0)
    try:
        call(101, 117, 0x4206, child, 0, 0)  # PTRACE_SEIZE
        return 'attached'
    finally:
        os.kill(child, signal.SIGKILL)


@probe
def read_a_childs_memory():
    buffer = ctypes.create_string_buffer(8)
    local = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
    return call(310, 270, os.getpid(), ctypes.byref(local), 1, ctypes.byref(local), 1, 0)


@probe
def extra_descriptors():
    return [fd for fd in map(int, os.listdir('/proc/self/fd')) if fd > 2 and fd != ANSWER and os.path.exists(f'/proc/self/fd/{fd}')]
