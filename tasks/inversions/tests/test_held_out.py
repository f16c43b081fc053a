import os
import sys
import time

import pytest

sys.path.insert(0, os.getcwd())

from inversions import count, distance


@pytest.mark.parametrize(
    "numbers, pairs",
    [
        ([1], 0),
        ([1, 1, 1, 1], 0),
        ([2, 2, 1, 1], 4),
        ([-1, -3, 0, -2], 3),
        ([0, 1_000_000_000_000, -1_000_000_000_000], 2),
        ([10, 9, 8, 7, 6, 5, 4, 3, 2, 1], 45),
        ([3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9], 21),
        ([8, 1, 7, 2, 6, 3, 5, 4], 16),
    ],
)
def test_count(numbers, pairs):
    before = list(numbers)
    assert count(numbers) == pairs
    assert numbers == before


@pytest.mark.parametrize(
    "numbers, share",
    [
        ([], 0.0),
        ([1, 2], 0.0),
        ([1, 1], 0.0),
        ([2, 3, 1], 0.6666666666666666),
        ([-5, 5, -6, 6], 0.3333333333333333),
    ],
)
def test_distance(numbers, share):
    assert repr(distance(numbers)) == repr(share)


def test_long_lists():
    numbers = [place * 104729 % 20023 for place in range(20000)]
    start = time.perf_counter()
    assert count(numbers) == 99631377
    assert time.perf_counter() - start < 3
