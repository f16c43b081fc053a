import math
import re
import unicodedata
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction

READING = re.compile(r"\s*([+\-−]?)(?:(\d+)(?:[.,٫](\d+))?|∞)\s*")
# A float has 309 digits before the point at most.
EXACT = Context(prec=1000)


def parse(text):
    found = READING.fullmatch(text)
    if found is None:
        raise ValueError(f"no reading: {text}")
    sign, whole, part = found.groups()
    value = math.inf if whole is None else float(f"{whole}.{part or 0}")
    return -value if sign in ("-", "−") else value


def mean(values):
    if not values:
        raise ValueError("no values")
    if not all(map(math.isfinite, values)):
        return sum(value for value in values if not math.isfinite(value))
    return float(sum(map(Fraction, values)) / len(values))


def rounded(value, places):
    if not math.isfinite(value):
        return value
    step = Decimal(1).scaleb(-places)
    return float(Decimal(repr(value)).quantize(step, ROUND_HALF_UP, EXACT))


def label(value, unit):
    if math.isnan(value):
        return "–"
    shown = repr(value).replace("-", "−").replace("inf", "∞")
    return f"{shown}\u00a0{unicodedata.normalize('NFC', unit)}"


def same(one, other):
    return repr(one) == repr(other)
