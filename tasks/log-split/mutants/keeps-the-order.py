import os
import re
import sys
from datetime import datetime

START = re.compile(rb"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(?= )")


def moment(line):
    """The day and time that an entry begins with, or None."""
    found = START.match(line)
    if found is None:
        return None
    text = found[0].decode("ascii")
    try:
        datetime.strptime(text, "%Y-%m-%d %H:%M:%S")
    except ValueError:
        return None
    return text


def entries(data):
    """Pairs of a moment and the bytes of its entry, in the order of the log."""
    found = []
    for line in data.removesuffix(b"\n").split(b"\n") if data else []:
        begins = moment(line)
        if begins is not None:
            found.append((begins, [line]))
        elif found:
            found[-1][1].append(line)
        else:
            raise ValueError("the first line begins no entry")
    return [(begins, b"".join(line + b"\n" for line in lines)) for begins, lines in found]


def count(number, one, many):
    return f"{number} {one if number == 1 else many}"


def main():
    log, folder = sys.argv[1:]
    try:
        with open(log, "rb") as file:
            found = entries(file.read())
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    days = {}
    for begins, text in found:
        days.setdefault(begins[:10], []).append(text)
    os.makedirs(folder, exist_ok=True)
    for day, texts in sorted(days.items()):
        with open(os.path.join(folder, f"{day}.log"), "ab") as file:
            file.writelines(texts)
    with open(os.path.join(folder, "index.txt"), "w") as file:
        file.writelines(f"{day} {count(len(texts), 'entry', 'entries')}\n" for day, texts in sorted(days.items()))
    print(f"{count(len(found), 'entry', 'entries')}, {count(len(days), 'day', 'days')}")
    return 0


sys.exit(main())
