"""Uses exceptions inside, warns, and collects garbage."""
import gc
import warnings


def add(a, b):
    warnings.warn('careful')
    try:
        raise ValueError(a + b)
    except ValueError as error:
        gc.collect()
        return error.args[0]


def mul(a, b):
    return a * b
