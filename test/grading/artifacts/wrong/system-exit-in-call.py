"""Raises SystemExit(0) in the call."""
import sys


def add(a, b):
    sys.exit(0)


mul = add
