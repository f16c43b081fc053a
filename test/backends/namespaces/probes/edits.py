"""Carries out small edits, given as JSON lines on standard input: [what, name, argument]."""
import json
import os
import shutil
import sys


def remove(name):
    if os.path.isdir(name) and not os.path.islink(name):
        shutil.rmtree(name)
    elif os.path.lexists(name):
        os.unlink(name)


def write(name, text):
    remove(name)
    os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name, 'w') as handle:
        handle.write(text)


for line in sys.stdin:
    what, name, argument = json.loads(line)
    try:
        if what == 'write':
            write(name, argument)
        elif what == 'remove':
            remove(name)
        elif what == 'link':
            remove(name)
            os.symlink(argument, name)
        elif what == 'folder':
            os.makedirs(name, exist_ok=True)
        elif what == 'mode' and not os.path.islink(name):
            os.chmod(name, int(argument, 8))
        elif what == 'attribute':
            os.setxattr(name, 'user.note', argument.encode())
        elif what == 'rename':
            os.rename(name, argument)
        elif what == 'times':
            os.utime(name, (int(argument), int(argument)), follow_symlinks=False)
    except OSError:
        pass  # an edit that is not possible is no edit, in every fork alike
