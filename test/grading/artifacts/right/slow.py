"""Is slow, and right."""
import time


def add(a, b):
    time.sleep(0.05)
    return a + b


def mul(a, b):
    time.sleep(0.05)
    return a * b
