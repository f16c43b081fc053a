# Makes 150 of each of three kinds; the limit is 200 for all.
import os
import shutil
import sys

os.mkdir('many')
made = 0
try:
    for number in range(150):
        for make in (lambda path: open(path, 'x').close(), os.mkdir, lambda path: os.symlink('x', path)):
            make(f'many/{made}')
            made += 1
except OSError:
    pass
shutil.rmtree('many')
print(f'{made} of 450 files, folders and links could be made under a limit of 200')
sys.exit(1 if made > 200 else 0)
