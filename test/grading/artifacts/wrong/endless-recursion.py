"""Recurses until the interpreter gives up."""


def add(a, b):
    return add(b, a)


mul = add
