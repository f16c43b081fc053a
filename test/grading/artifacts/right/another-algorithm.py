"""Adds by bits and multiplies by adding, with helpers, state and a deep stack."""
import functools
import sys

sys.setrecursionlimit(5000)
calls = {'count': 0}


@functools.lru_cache(maxsize=None)
def add(a, b):
    calls['count'] += 1
    return int(a.__add__(b))


def mul(a, b, so_far=0):
    return so_far if b == 0 else mul(a, b - 1, add(so_far, a))
