"""What a file holds, as a digest that no file is too large for.

A fork may hold thousands of files that are nearly all hole: terabytes to read, though its disk is small. So the identity of a
large file is made of its blocks that are not zero, found without reading the holes; how they came to be zero makes no difference.
"""
import errno
import hashlib
import os

SMALL = 1 << 20
BLOCK = 1 << 16
ZEROS = bytes(BLOCK)


def read_only(directory, name):
    return os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=directory)


def sha256_of(directory, name):
    handle = read_only(directory, name)
    try:
        digest = hashlib.sha256()
        while part := os.read(handle, SMALL):
            digest.update(part)
        return digest.hexdigest()
    finally:
        os.close(handle)


def identity_of(directory, name, size):
    """64 hex digits that are the same for the same content: of a small file its SHA-256."""
    if size <= SMALL:
        return sha256_of(directory, name)
    handle = read_only(directory, name)
    try:
        digest, place = hashlib.sha256(f'blocks {size}'.encode()), 0
        while place < size:
            try:
                place = os.lseek(handle, place, os.SEEK_DATA) // BLOCK * BLOCK
            except OSError as error:
                if error.errno != errno.ENXIO:
                    raise
                break  # nothing but hole up to the end
            end = os.lseek(handle, place, os.SEEK_HOLE)
            end = end if end > place else place + BLOCK
            while place < end:
                block = os.pread(handle, BLOCK, place)
                if block != ZEROS[:len(block)]:
                    digest.update(b'%d %d ' % (place, len(block)))
                    digest.update(block)
                place += BLOCK
        return digest.hexdigest()
    finally:
        os.close(handle)
