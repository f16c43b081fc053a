# Looks at every node below /dev by its number, whatever its name. (1, 3…9) null, zero, full, random, urandom; (5, 0), (5, 2) and
# 136…143 terminals of its own.
import os
import stat
import sys

HARMLESS = {(1, 3), (1, 5), (1, 7), (1, 8), (1, 9), (5, 0), (5, 2)}
others, count = [], 0
for folder, folders, names in os.walk('/dev'):
    for name in names:
        about = os.lstat(f'{folder}/{name}')
        if not (stat.S_ISCHR(about.st_mode) or stat.S_ISBLK(about.st_mode)):
            continue
        number, count = (os.major(about.st_rdev), os.minor(about.st_rdev)), count + 1
        if stat.S_ISBLK(about.st_mode) or number not in HARMLESS and not 136 <= number[0] <= 143:
            others.append(f'{folder}/{name}')
print(f'{count} devices' + (f', among them {", ".join(sorted(others)[:12])}' if others else ', all of them harmless'))
sys.exit(1 if others else 0)
