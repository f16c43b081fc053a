import os
import sys

import pytest

sys.path.insert(0, os.getcwd())

from words.slugs import initials, shorten, slug


@pytest.mark.parametrize(
    "title, address",
    [
        ("", ""),
        ("---", ""),
        ("ﬁnal ½ ＡＢＣ", "final-1-2-abc"),
        ("İstanbul", "istanbul"),
        ("日本 2 go", "2-go"),
        ("e\u0301te\u0301", "ete"),
    ],
)
def test_slug(title, address):
    assert slug(title) == address


@pytest.mark.parametrize(
    "name, letters",
    [("", ""), ("o\u0308zil  mesut", "Ö.M."), ("ada\tking lovelace", "A.K.L.")],
)
def test_initials(name, letters):
    assert initials(name) == letters


@pytest.mark.parametrize(
    "title, width, short",
    [
        ("one two three", 8, "one two…"),
        ("one two three", 7, "one…"),
        ("incomprehensible", 5, "…"),
        ("cafe\u0301", 4, "café"),
        ("👩‍🚀 in space", 11, "👩‍🚀 in…"),
    ],
)
def test_shorten(title, width, short):
    assert shorten(title, width) == short
