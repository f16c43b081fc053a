import os
import sys
from math import inf, nan

import pytest

sys.path.insert(0, os.getcwd())

from readings import label, mean, parse, rounded, same


@pytest.mark.parametrize(
    "text, value",
    [
        ("7", 7.0),
        ("\u00a0+0,25\n", 0.25),
        ("१२.५", 12.5),
        ("−∞", -inf),
        ("𝟙𝟚", 12.0),
        ("123456789012345678901", 123456789012345680000.0),
        ("0.1000000000000000055511151231257827", 0.1),
    ],
)
def test_parse(text, value):
    assert repr(parse(text)) == repr(value)


@pytest.mark.parametrize("text", ["nan", "inf", "1_000", ".5", "5.", "1,000.5", "- 1", "½", "2²", ""])
def test_parse_refuses(text):
    with pytest.raises(ValueError):
        parse(text)


@pytest.mark.parametrize(
    "values, value",
    [
        ([0.1, 0.1, 0.1], 0.1),
        ([1e308, 1e308], 1e308),
        ([1.0, -1.0, -0.0], 0.0),
        ([-0.0], -0.0),
        ([-0.0, 0.0], 0.0),
        ([1e16, 1.0, -1e16], 0.3333333333333333),
        ([inf, 1.0], inf),
        ([inf, -inf], nan),
        ([nan, 1.0], nan),
        ([1e308, 1e308, -1e308], 3.3333333333333333e307),
        ([5e-324, 5e-324], 5e-324),
    ],
)
def test_mean(values, value):
    assert repr(mean(values)) == repr(value)


@pytest.mark.parametrize(
    "value, places, result",
    [
        (1.005, 2, 1.01),
        (0.5, 0, 1.0),
        (-2.5, 0, -3.0),
        (0.0, 1, 0.0),
        (-0.0, 1, -0.0),
        (1e22, 2, 1e22),
        (1.7976931348623157e308, 3, 1.7976931348623157e308),
        (5e-324, 3, 0.0),
        (-inf, 2, -inf),
        (nan, 2, nan),
    ],
)
def test_rounded(value, places, result):
    assert repr(rounded(value, places)) == repr(result)


@pytest.mark.parametrize(
    "value, unit, text",
    [
        (21.0, "\u212b", "21.0\u00a0\u00c5"),
        (1.5, "A\u030a", "1.5\u00a0\u00c5"),
        (1e-7, "m", "1e−07\u00a0m"),
        (-0.0, "V", "−0.0\u00a0V"),
        (-inf, "dB", "−∞\u00a0dB"),
        (nan, "dB", "–"),
        (2.0, "m-1", "2.0\u00a0m-1"),
        (2.0, "ﬁ", "2.0\u00a0ﬁ"),
    ],
)
def test_label(value, unit, text):
    assert label(value, unit) == text


def test_same():
    assert same(nan, nan) is True
    assert same(nan, 0.0) is False
    assert same(-0.0, -0.0) is True
    assert same(0.1, 0.1) is True
    assert same(inf, -inf) is False
