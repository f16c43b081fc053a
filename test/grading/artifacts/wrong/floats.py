"""Returns the right number as another type."""


def add(a, b):
    return float(a + b)


def mul(a, b):
    return float('nan')
