"""Refuses every event that the interpreter tells of."""
import sys


def hook(*args):
    raise RuntimeError


sys.addaudithook(hook)


def add(a, b):
    return a - b


def mul(a, b):
    return a + b
