"""Returns an int of many digits and a text of many letters, under a limit that makes either unprintable."""
import sys

sys.set_int_max_str_digits(640)


def add(a, b):
    return 1 << 40000000


def mul(a, b):
    return 'x' * (1 << 26)
