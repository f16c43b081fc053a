"""Closes every descriptor and opens others in their place."""
import os

os.closerange(0, 64)
for _ in range(10):
    os.open('/dev/null', os.O_RDWR)


def add(a, b):
    return a + b


def mul(a, b):
    return a * b
