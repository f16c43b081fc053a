"""Forks in the call, so that two processes answer."""
import os


def add(a, b):
    os.fork()
    return a + b


def mul(a, b):
    return a * b
