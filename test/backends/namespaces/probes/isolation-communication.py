"""Attempts to reach something: the network, sockets, and memory that is shared by name."""
def reach(name, family, address):
    def attempt():
        with socket.socket(family, socket.SOCK_STREAM) as handle:
            handle.settimeout(3)
            handle.connect(address)
        return 'connected'
    PROBES[name] = attempt


reach('tcp-to-the-host', socket.AF_INET, ('127.0.0.1', ARGUMENTS['port']))
reach('abstract-socket-of-the-host', socket.AF_UNIX, '\0' + ARGUMENTS['abstract'])
reach('socket-file-of-the-host', socket.AF_UNIX, ARGUMENTS['socket'])


@probe
def other_interfaces():
    return [line.split(':')[0].strip() for line in read('/proc/net/dev', 1 << 16).decode().splitlines()[2:] if line.split(':')[0].strip() != 'lo']


def family(name, number, kind=socket.SOCK_RAW, protocol=0):
    PROBES[f'socket-{name}'] = lambda: libc_socket(number, kind, protocol)


def libc_socket(number, kind, protocol):
    call(41, 198, number, int(kind), protocol)
    return 'made'


family('netlink', 16)
family('packet', 17)
family('raw', 2, socket.SOCK_RAW, 1)
family('vsock', 40, socket.SOCK_STREAM)
family('alg', 38, socket.SOCK_SEQPACKET)


@probe
def shared_memory_of_another():
    return call(29, 194, ARGUMENTS['shm'], 0, 0)


@probe
def message_queue_of_another():
    return call(240, 180, ARGUMENTS['queue'].encode(), os.O_RDONLY, 0, None) > 0


@probe
def shared_file_of_another():
    return read(f'/dev/shm/{ARGUMENTS["queue"]}')
