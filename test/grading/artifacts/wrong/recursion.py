"""Returns a list that holds itself, and one that is far too deep."""


def add(a, b):
    ring = []
    ring.append(ring)
    return ring


def mul(a, b):
    deep = []
    for _ in range(100000):
        deep = [deep]
    return deep
