"""Prints what looks like a summary, on every stream, and keeps a handler for the exit."""
import atexit
import sys

print('all tests failed, 0 passed')
atexit.register(print, 'still here')


def add(a, b):
    print('adding', a, b)
    print('1 failed', file=sys.stderr)
    return a + b


def mul(a, b):
    return a * b
