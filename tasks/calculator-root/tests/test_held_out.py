import os
import sys

sys.path.insert(0, os.getcwd())

from impl import add, mul


def test_add():
    assert add(10, 20) == 30
    assert add(123, 77) == 200


def test_mul():
    assert mul(6, 7) == 42
