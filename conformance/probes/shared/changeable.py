# usage: PATH…. Tries to open each for writing, what it leads to, and the folder above that; writes nothing.
import os
import stat
import sys


def changeable(path):
    """Whether its content can be changed: opened for writing, or, of a folder, given a file (one without a name that is gone when it is closed)."""
    try:
        kind = os.stat(path).st_mode
        os.close(os.open(path, os.O_TMPFILE | os.O_WRONLY, 0o600) if stat.S_ISDIR(kind) else os.open(path, os.O_WRONLY))
        return True
    except OSError:
        return False


def above(path):
    """The first folder above it that is there: whoever may write it can put something in the path's place."""
    path = os.path.dirname(path)
    while not os.path.isdir(path):
        path = os.path.dirname(path)
    return path


paths = list(dict.fromkeys(each for path in sys.argv[1:] for each in (path, os.path.realpath(path), above(os.path.realpath(path))) if os.path.exists(each)))
open_ = [path for path in paths if changeable(path)]
print(f'of {len(paths)} files and folders the agent can change: {", ".join(open_[:8]) or "none"}')
sys.exit(1 if open_ else 0)
