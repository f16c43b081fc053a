"""Returns a generator of the right number."""


def add(a, b):
    yield a + b


mul = add
