"""Raises from a signal while the checker works."""
import signal


class Now(BaseException):
    pass


def now(*args):
    raise Now


signal.signal(signal.SIGALRM, now)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)


def add(a, b):
    return a - b


def mul(a, b):
    return a + b
