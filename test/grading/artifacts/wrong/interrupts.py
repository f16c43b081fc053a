"""Raises KeyboardInterrupt."""


def add(a, b):
    raise KeyboardInterrupt


mul = add
