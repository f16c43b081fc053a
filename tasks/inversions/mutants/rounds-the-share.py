def count(numbers):
    # A binary indexed tree over the ranks of the numbers seen so far, from the last to the first.
    ranks = {number: rank for rank, number in enumerate(sorted(set(numbers)), 1)}
    seen = [0] * (len(ranks) + 1)
    pairs = 0
    for number in reversed(numbers):
        rank = ranks[number]
        smaller = rank - 1
        while smaller:
            pairs += seen[smaller]
            smaller &= smaller - 1
        while rank < len(seen):
            seen[rank] += 1
            rank += rank & -rank
    return pairs


def distance(numbers):
    pairs = len(numbers) * (len(numbers) - 1) // 2
    return round(count(numbers) / pairs, 2) if pairs else 0.0
