def count(numbers):
    return sum(one > other for one, other in zip(numbers, numbers[1:]))


def distance(numbers):
    return count(numbers) / len(numbers)
