# Three times the limit in three files, each far below the limit of one file.
import os, sys
written = 0
try:
    for name in ('one', 'two', 'three'):
        with open(name, 'wb', buffering=0) as file:
            for _ in range(8):
                written += file.write(bytes(1 << 20))
except OSError as error:
    print(f'{written >> 20} MiB written, then {error.strerror}')
else:
    print(f'{written >> 20} MiB written where 8 are allowed')
for name in ('one', 'two', 'three'):
    if os.path.exists(name):
        os.unlink(name)
sys.exit(written >= 24 << 20)
