"""Does not parse."""
def add(a, b:
