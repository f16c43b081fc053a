import pytest

from readings import label, mean, parse, rounded, same


def test_parse():
    assert parse("-12.5") == -12.5
    assert parse("٣٫٥") == 3.5


def test_parse_refuses():
    with pytest.raises(ValueError):
        parse("1e3")


def test_mean():
    assert mean([1.0, 2.0, 4.5]) == 2.5


def test_rounded():
    assert rounded(2.675, 2) == 2.68
    assert repr(rounded(-0.4, 0)) == "-0.0"


def test_label():
    assert label(-0.5, "°C") == "−0.5\u00a0°C"


def test_same():
    assert same(0.0, -0.0) is False
