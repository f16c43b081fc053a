"""Does its work in other processes."""
import os
import subprocess


def add(a, b):
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(writing, str(a + b).encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    return int(os.read(reading, 100))


def mul(a, b):
    return int(subprocess.run(['expr', str(a), '*', str(b)], stdout=subprocess.PIPE).stdout)
