import csv
import io
import re
import sys
from fractions import Fraction

NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


class Refused(Exception):
    def __init__(self, code, because):
        super().__init__(because)
        self.code = code


def fields(column, source):
    rows = csv.reader(io.TextIOWrapper(source, "utf-8-sig", newline=""))
    head = next(filter(None, rows), [])
    if column not in head:
        raise Refused(2, f"there is no column {column}")
    place = head.index(column)
    for row in rows:
        if row:
            yield row[place].strip() if place < len(row) else ""


def all_fields(column, files):
    if not files:
        yield from fields(column, sys.stdin.buffer)
    for file in files:
        try:
            source = open(file, "rb")
        except OSError as error:
            raise Refused(2, f"{file}: {error.strerror}") from error
        with source:
            try:
                yield from fields(column, source)
            except (csv.Error, UnicodeDecodeError) as error:
                raise Refused(2, f"{file}: {error}") from error


def decimals(number):
    return len(number.partition(".")[2])


def written(value, places):
    """The fraction with so many decimals, halves away from zero."""
    scaled = abs(value) * 10**places
    digits = str(int(scaled + Fraction(1, 2))).rjust(places + 1, "0")
    sign = "-" if value < 0 else ""
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def summarise(column, files):
    found = list(all_fields(column, files))
    numbers = [field for field in found if field]
    for number in numbers:
        if not NUMBER.fullmatch(number):
            raise Refused(1, f"{number} is no number")
    yield f"{column}: {len(numbers)} number{'' if len(numbers) == 1 else 's'}, {len(found) - len(numbers)} empty"
    if numbers:
        total = sum(map(Fraction, numbers))
        yield f"sum {written(total, max(map(decimals, numbers)))}"
        yield f"mean {written(total / len(numbers), 2)}"
        yield f"least {min(numbers, key=Fraction)}"
        yield f"most {max(numbers, key=Fraction)}"


def main():
    try:
        if len(sys.argv) < 2:
            raise Refused(2, "say which column")
        lines = list(summarise(sys.argv[1], sys.argv[2:]))
    except Refused as refused:
        print(refused, file=sys.stderr)
        return refused.code
    print("\n".join(lines))
    return 0


sys.exit(main())
