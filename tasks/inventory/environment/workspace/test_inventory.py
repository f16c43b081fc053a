from inventory import Inventory


def test_add():
    stock = Inventory()
    assert stock.add("bolt", 3) == 3
    assert stock.add("bolt", 2) == 5


def test_remove():
    stock = Inventory()
    stock.add("bolt", 3)
    assert stock.remove("bolt", 1) == 2
    assert stock.remove("bolt", 2) == 0
    assert stock.items() == []


def test_reserve():
    stock = Inventory()
    stock.add("bolt", 3)
    assert stock.reserve("bolt", 2) == 1
    assert stock.free("bolt") == 1
    assert stock.free("nut") == 0
