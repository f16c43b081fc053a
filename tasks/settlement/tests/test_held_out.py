import os
import sys

import pytest

sys.path.insert(0, os.getcwd())

from settlement import amount_text, fee, instalments, payout


@pytest.mark.parametrize(
    "amount, cents",
    [(0, 0), (100, 3), (20, 1), (9998, 250), (10001, 150), (10100, 152)],
)
def test_fee(amount, cents):
    assert fee(amount) == cents


@pytest.mark.parametrize("amount", [False, 100.0])
def test_fee_of_no_amount(amount):
    with pytest.raises(TypeError):
        fee(amount)


def test_fee_of_a_negative_amount():
    with pytest.raises(ValueError):
        fee(-1)


def test_payout():
    assert payout(10000, 0) == 9850
    assert payout(9999, 10000) == -251
    assert payout(20000, 1) == 19699
    with pytest.raises(TypeError):
        payout(500, True)


def test_instalments():
    assert instalments(7, 3) == [3, 2, 2]
    assert instalments(2, 4) == [1, 1, 0, 0]
    assert instalments(9, 3) == [3, 3, 3]
    with pytest.raises(ValueError):
        instalments(10, 0)


def test_amount_text():
    assert amount_text(-0.004) == "0.00"
    assert amount_text(-0.005) == "-0.01"
    assert amount_text(1.005) == "1.01"
