import sys


def main():
    column, *files = sys.argv[1:]
    numbers = []
    for file in files or ["/dev/stdin"]:
        head, *lines = open(file).read().split("\n")
        place = head.split(",").index(column)
        for line in lines:
            numbers.append(float(line.split(",")[place]))
    print(f"{column}: {len(numbers)} numbers, 0 empty")
    print("sum", sum(numbers))
    print("mean", sum(numbers) / len(numbers))
    print("least", min(numbers))
    print("most", max(numbers))


main()
