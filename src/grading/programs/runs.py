"""Runs a program on several inputs, each in a folder and a process of its own, and says what came of it. Decides nothing.

Called as `python3 -I -B runs.py <folder>`, where <folder>/start holds the files that every run starts with. Standard
input: {"nonce": hex, "program": argv, "writes": paths, "seconds": of one run, "runs": [{"argv", "stdin", "files"}]}.
Standard output: a line `<nonce> <index> exit:<code or time> stdout:<base64> <base64 or none, for each of the paths>` for
each run. The program runs as the same user and could forge a line; no right answer lies in this fork for it to copy.

A script for `python3` goes on in a copy of this interpreter, which has loaded what scripts mostly ask for: sixty cold starts
would cost more than all other verifiers of a trial together. Any other program is started.
"""

import atexit
import base64
import gc
import io
import json
import os
import shutil
import signal
import sys
import threading
import types

MOST_BYTES = 1 << 18
USUAL = ('_strptime', 'argparse', 'collections', 'contextlib', 'csv', 'dataclasses', 'datetime', 'decimal', 'fractions', 'functools', 'itertools', 'math', 'pathlib', 're', 'subprocess', 'typing', 'unicodedata')


class Script(BaseException):
    """Unwinds the loop in a copy, so that the interpreter ends as one that had started with the script."""


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', encoding='utf-8', newline='') as file:
        file.write(text)


def bounded(stream):
    """What a stream holds up to a bound, and a byte beyond it, so that a flood differs from what is right."""
    return base64.b64encode(stream.read(MOST_BYTES + 1)).decode('ascii')


def content(path):
    if os.path.islink(path) or not os.path.isfile(path):
        return 'none'
    with open(path, 'rb') as file:
        return bounded(file)


def enter(folder, argv, given, output):
    """In the child: its folder, its streams and nothing else of ours, and on to the program."""
    os.setsid()
    os.chdir(folder)
    for target, path, flags in ((0, given, os.O_RDONLY), (1, output, os.O_WRONLY), (2, os.devnull, os.O_WRONLY)):
        fd = os.open(path, flags)
        os.dup2(fd, target)
        os.close(fd)
    os.closerange(3, 1024)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGCHLD,))
    if argv[0] == 'python3' and len(argv) > 1 and not argv[1].startswith('-'):
        raise Script(argv[1:])
    os.execvp(argv[0], argv)


def start(folder, argv, given, output):
    pid = os.fork()
    if pid:
        return pid
    try:
        enter(folder, argv, given, output)
    except OSError as error:
        # What a shell says of a program that can't be started.
        os._exit(127 if isinstance(error, FileNotFoundError) else 126)


def outcome(folder, argv, one, seconds):
    """The exit code, or `time`; what it printed goes to a file first, since a pipe would wait for every descendant."""
    output, given = folder + '.out', folder + '.in'
    write(given, one['stdin'])
    write(output, '')
    pid = start(folder, argv, given, output)
    ended = signal.sigtimedwait((signal.SIGCHLD,), seconds) is not None
    # Whatever the program started of its own accord is over with it. Until it has a session of its own there is no group.
    for kill in (os.killpg, os.kill):
        try:
            kill(pid, signal.SIGKILL)
        except OSError:
            pass
    _, status = os.waitpid(pid, 0)
    with open(output, 'rb') as file:
        return os.waitstatus_to_exitcode(status) if ended else 'time', bounded(file)


def run_all(folder):
    request = json.load(sys.stdin)
    for index, one in enumerate(request['runs']):
        place = os.path.join(folder, str(index))
        shutil.copytree(os.path.join(folder, 'start'), place)
        for path, text in one['files'].items():
            write(os.path.join(place, path), text)
        code, printed = outcome(place, request['program'] + one['argv'], one, request['seconds'])
        written = [content(os.path.join(place, path)) for path in request['writes']]
        sys.stdout.write(' '.join([request['nonce'], str(index), 'exit:%s' % code, 'stdout:%s' % printed, *written]) + '\n')
        sys.stdout.flush()


def go_on_as(argv):
    """The script as `python3 <script>` has it: its source, its module, and the arguments, streams and path that go with them."""
    encoding = sys.stdout.encoding
    sys.stdin = sys.__stdin__ = io.TextIOWrapper(open(0, 'rb', closefd=False), encoding)
    sys.stdout = sys.__stdout__ = io.TextIOWrapper(open(1, 'wb', closefd=False), encoding)
    sys.stderr = sys.__stderr__ = io.TextIOWrapper(open(2, 'wb', closefd=False), encoding, 'backslashreplace', write_through=True)
    sys.argv = argv
    sys.path.insert(0, os.path.dirname(os.path.realpath(argv[0])))
    module = types.ModuleType('__main__')
    module.__file__, module.__builtins__ = argv[0], __builtins__
    try:
        with open(argv[0], 'rb') as file:
            source = file.read()
    except OSError:
        sys.exit(2)
    sys.modules['__main__'] = module
    return source, module


def end_as(source, module):
    """Runs the script and ends as an interpreter ends, but for taking itself apart, which would copy every page of ours."""
    code = 0
    try:
        exec(compile(source, module.__file__, 'exec', dont_inherit=True), module.__dict__)
    except SystemExit as exit:
        code = exit.code if isinstance(exit.code, int) else int(exit.code is not None)
    except BaseException:
        code = 1
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
        sys.stdout.flush()
    except BaseException:
        code = code or 120
    os._exit(code & 0xFF)


signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD,))
for name in USUAL:
    __import__(name)
gc.collect()
gc.freeze()
try:
    run_all(sys.argv[1])
except Script as script:
    argv = script.args[0]
else:
    sys.exit(0)
end_as(*go_on_as(argv))
