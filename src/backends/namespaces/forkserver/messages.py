"""Plain values and descriptors between the server and the processes that work for it, over a socket that keeps messages whole."""
import array
import marshal
import os
import socket

import kernel

# What is longer goes through a memory file.
INLINE = 32 << 10
MOST_FDS = 64


def send(channel, value, fds=()):
    data = marshal.dumps(value, 2)
    if len(data) <= INLINE:
        return channel.sendmsg([b'v', data], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', fds))] if fds else [])
    holder = os.memfd_create('message')
    try:
        with open(holder, 'wb', closefd=False) as handle:
            handle.write(data)
        return channel.sendmsg([b'f'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array('i', [holder, *fds]))])
    finally:
        os.close(holder)


def receive(channel):
    """(value, descriptors), or (None, []) when the other side is gone."""
    try:
        data, found, _, _ = channel.recvmsg(INLINE + 1, socket.CMSG_LEN(4 * MOST_FDS))
    except ConnectionError:
        # It went without having read what it was sent.
        return None, []
    fds = array.array('i', found[0][2]).tolist() if found else []
    if data[:1] == b'v':
        return marshal.loads(data[1:]), fds
    if not data:
        return None, []
    with open(fds.pop(0), 'rb') as handle:
        handle.seek(0)
        return marshal.load(handle), fds


def keep_only(channel):
    """In a process that was just forked: the socket of this descriptor, and of all that its parent had open nothing else."""
    null = os.open('/dev/null', os.O_RDWR)
    os.dup2(null, 0), os.dup2(null, 1), os.dup2(channel, 3)
    kernel.close_from(4)
    return socket.socket(fileno=3)
