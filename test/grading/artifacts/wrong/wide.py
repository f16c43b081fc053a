"""Returns a small object of which the text is without end."""


def add(a, b):
    wide = [1]
    for _ in range(60):
        wide = [wide, wide]
    return wide


mul = add
