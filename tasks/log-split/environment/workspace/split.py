import os
import sys


def main():
    log, folder = sys.argv[1:]
    days = {}
    for line in open(log):
        day = line.split(" ")[0]
        days.setdefault(day, []).append(line)
    os.mkdir(folder)
    with open(folder + "/index.txt", "w") as index:
        for day, lines in days.items():
            index.write(f"{day} {len(lines)} entries")
            with open(f"{folder}/{day}.log", "w") as file:
                file.writelines(lines)
    print(len(days), "days")


main()
