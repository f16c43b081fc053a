import time

from inversions import count, distance


def test_count():
    assert count([2, 1]) == 1
    assert count([3, 1, 2]) == 2
    assert count([1, 2, 3]) == 0
    assert count([]) == 0


def test_distance():
    assert distance([3, 2, 1]) == 1.0


def test_count_is_fast_enough():
    numbers = [place * 7919 % 20011 for place in range(20000)]
    start = time.perf_counter()
    count(numbers)
    assert time.perf_counter() - start < 3
