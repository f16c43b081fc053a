"""Leaves the checker no stack and no room to work in."""
import sys


def add(a, b):
    sys.setrecursionlimit(10)
    return [[[[[[[[[[[[a + b]]]]]]]]]]]]


mul = add
