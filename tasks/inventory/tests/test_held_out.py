import os
import sys

import pytest

sys.path.insert(0, os.getcwd())

from inventory import Inventory


def test_items_are_sorted():
    stock = Inventory()
    assert stock.items() == []
    stock.add("screw", 7)
    stock.add("anchor", 1)
    assert stock.items() == [("anchor", 1), ("screw", 7)]


def test_reserved_pieces_stay():
    stock = Inventory()
    stock.add("screw", 5)
    assert stock.reserve("screw", 3) == 2
    with pytest.raises(LookupError):
        stock.reserve("screw", 3)
    assert stock.reserve("screw", 2) == 0
    with pytest.raises(LookupError):
        stock.remove("screw", 1)
    assert stock.items() == [("screw", 5)]


def test_a_refusal_changes_nothing():
    stock = Inventory()
    stock.add("screw", 2)
    with pytest.raises(LookupError):
        stock.remove("screw", 3)
    assert stock.free("screw") == 2
    assert stock.remove("screw", 2) == 0
    assert stock.items() == []


def test_fewer_than_one_piece():
    stock = Inventory()
    with pytest.raises(ValueError):
        stock.add("screw", 0)
    with pytest.raises(ValueError):
        stock.reserve("screw", -1)
    assert stock.items() == []
