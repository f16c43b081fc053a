"""Never comes back from a call, and catches what would end it."""


def add(a, b):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


mul = add
