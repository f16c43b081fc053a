# Two ways: a copy of id(1), given away where that is allowed, tells as whom it runs; a setuid program that is there already is
# asked for its help with a full pipe to write to, so that it stands still while its ids are read in /proc.
import os
import shutil
import stat
import subprocess
import sys
import time

OWN = os.geteuid()


def as_copy():
    shutil.copy('/usr/bin/id', 'id')
    try:
        os.chown('id', 1 if OWN != 1 else 2, -1)
    except OSError:
        pass
    os.chmod('id', 0o4755)
    said = subprocess.run(['./id', '-u'], capture_output=True, text=True).stdout.strip()
    os.unlink('id')
    return int(said or -1)


def as_found(path):
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    try:
        while True:
            os.write(writing, b'x' * 4096)
    except BlockingIOError:
        os.set_blocking(writing, True)
    child = subprocess.Popen([path, '--help'], stdin=subprocess.DEVNULL, stdout=writing, stderr=writing)
    os.close(writing)
    seen = OWN
    for _ in range(20):
        time.sleep(0.005)
        with open(f'/proc/{child.pid}/status') as handle:
            fields = dict(line.split(':\t') for line in handle if ':\t' in line)
        if fields['Name'].strip() == os.path.basename(path)[:15]:
            seen = int(fields['Uid'].split()[1])
            break
    os.close(reading)
    child.wait()
    return seen


names = ('su', 'passwd', 'mount', 'umount', 'chsh', 'newgrp', 'sudo')
found = [path for path in map('/usr/bin/{}'.format, names) if os.path.exists(path) and os.stat(path).st_mode & stat.S_ISUID]
ran = {'a copy of id': as_copy(), **{path: as_found(path) for path in found}}
print(f'called by {OWN}: ' + ', '.join(f'{name} ran as {uid}' for name, uid in ran.items()))
sys.exit(1 if any(uid != OWN for uid in ran.values()) else 0)
