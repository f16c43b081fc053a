"""Leaves the working directory, the signals and the decimal limit other than it found them."""
import os
import signal
import sys

os.chdir('/')
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if hasattr(sys, 'set_int_max_str_digits'):
    sys.set_int_max_str_digits(1000)


def add(a, b):
    return a + b


def mul(a, b):
    return a * b
