"""Returns text that can't be encoded."""


def add(a, b):
    return '\ud800\n' + 'ab 1 int:5'


mul = add
