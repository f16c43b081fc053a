def parse(text):
    return float(text)


def mean(values):
    return sum(values) / max(1, len(values))


def rounded(value, places):
    return round(value * 10**places) / 10**places


def label(value, unit):
    return f"{value} {unit}"


def same(one, other):
    return one == other
