def count(numbers):
    ranks = {number: rank for rank, number in enumerate(sorted(set(numbers)), 1)}
    seen = [0] * (len(ranks) + 1)
    pairs = 0
    for number in reversed(numbers):
        rank = smaller = ranks[number]
        while smaller:
            pairs += seen[smaller]
            smaller &= smaller - 1
        while rank < len(seen):
            seen[rank] += 1
            rank += rank & -rank
    return pairs


def distance(numbers):
    pairs = len(numbers) * (len(numbers) - 1) // 2
    return count(numbers) / pairs if pairs else 0.0
