"""A preloaded interpreter of the environment's own Python, from which a verifier in a pristine fork starts without a cold start.

It runs on the read-only base, imports nothing but the base's own modules, and holds nothing that a task or a run brings: what a
command is given comes with the request, into the child that serves it. `python` stands for `python3 -I -S`, `pytest` for
`python3 -I -m pytest`.
"""
import _weakrefset
import atexit
import gc
import json
import os
import random
import selectors
import signal
import socket
import sys
import types
import weakref

import command
import kernel
import seccomp

OURS = ('__main__', 'command', 'identity', 'kernel', 'seccomp', 'zygote', 'server')
# What may have a `finally` to run when it is collected, and what shows that it is not at its end.
SUSPENDED = {types.GeneratorType: 'gi_frame', types.CoroutineType: 'cr_frame', types.AsyncGeneratorType: 'ag_frame'}


class Child(BaseException):
    """Unwinds the loop in a child, so that the interpreter ends as one that had started with the command."""

    def __init__(self, request):
        self.request = request


def preload_pytest():
    import contextlib
    import inspect
    import io
    import linecache
    import shutil
    import tempfile

    import pytest
    folder = tempfile.mkdtemp()
    with open(f'{folder}/test_warm.py', 'w') as handle:
        handle.write('import pytest\n@pytest.mark.parametrize("a", [1])\ndef test_a(a, tmp_path, capsys):\n    with pytest.raises(ValueError):\n        raise ValueError\n    assert a\ndef test_b():\n    assert [1] == [2]\n')
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(['-q', '-p', 'no:cacheprovider', '--import-mode=importlib', f'--rootdir={folder}', folder])
    shutil.rmtree(folder)
    for name in [name for name in sys.modules if 'test_warm' in name]:
        del sys.modules[name]
    linecache.clearcache()
    for path in [path for path in inspect.modulesbyfile if 'test_warm' in path]:
        del inspect.modulesbyfile[path]
    # What the warm-up wants done at exit would otherwise be done in every child.
    atexit._clear()


def receive(channel):
    """Number, order, process namespace and other descriptors of one request. The order lies in a memory file that only the child
    reads: what was once in this process's memory would be in that of every later child."""
    data, fds, _, _ = socket.recv_fds(channel, 16, 16)
    if not data:
        os._exit(0)
    return int(data), fds[0], fds[1], fds[2:]


class Zygote:
    def __init__(self, channel):
        self.channel = channel
        self.selector = selectors.DefaultSelector()
        self.own_processes = os.open('/proc/self/ns/pid', os.O_RDONLY | os.O_CLOEXEC)
        self.children = {}

    def serve(self):
        self.selector.register(self.channel, selectors.EVENT_READ, self.on_request)
        gc.collect()
        gc.freeze()
        self.channel.send(b'{"ready": true}')
        while True:
            for key, _ in self.selector.select():
                if self.selector.get_map().get(key.fd) is key:
                    key.data(key.fd)

    def say(self, **fields):
        self.channel.send(json.dumps(fields).encode())

    def on_request(self, _):
        number, order, processes, fds = receive(self.channel)
        because = None
        try:
            kernel.setns(processes, kernel.CLONE_NEWPID)
            pid = kernel.clone(0)
        except OSError as error:
            because = str(error)
        if because is None and pid == 0:
            # The numbers of these descriptors will serve others: no object of ours may close them when it is collected.
            self.channel.detach()
            self.selector.close()
            become_command(order, fds)
        kernel.setns(self.own_processes, kernel.CLONE_NEWPID)
        for fd in (order, processes, *fds):
            os.close(fd)
        if because is not None:
            return self.say(exec=number, error=because)
        pidfd = os.pidfd_open(pid)
        self.children[pidfd] = (number, pid)
        self.selector.register(pidfd, selectors.EVENT_READ, self.on_exit)
        self.say(exec=number, pid=pid)

    def on_exit(self, pidfd):
        self.selector.unregister(pidfd)
        os.close(pidfd)
        name, pid = self.children.pop(pidfd)
        _, status, usage = os.wait4(pid, 0)
        self.say(exec=name, status=status, cpu=usage.ru_utime + usage.ru_stime, peak=usage.ru_maxrss * 1024)


def become_command(holder, fds):
    """In the child: takes its place in the fork and leaves the loop. Does not return."""
    where = fds[3]
    try:
        with os.fdopen(holder, 'rb') as handle:
            order = json.loads(handle.read())
        command.go_first()
        command.enter(order, fds)
        where = 3
        # The change of ids took it; a program that starts cold gets it back from exec, and with it its own files in /proc.
        kernel.prctl(kernel.PR_SET_DUMPABLE, 1)
        if order['filter']:
            seccomp.Filter(bytes.fromhex(order['program'])).install()
        os.close(3)
    except BaseException as error:
        try:
            os.write(where, f'e{type(error).__name__}: {error}'.encode(errors='backslashreplace'))
        finally:
            os._exit(125)
    raise Child(order)


def forget_ourselves(request, shown):
    """What a cold interpreter would not have: our modules by name, our environment, the random state shared by all children."""
    os.environ.update(request['env'])
    # Whoever reads /proc finds the command, as a grader's environment can be read where it starts cold.
    for place, words in zip(shown, (request['argv'], [f'{name}={value}' for name, value in request['env'].items()])):
        kernel.write_over(place, b''.join(os.fsencode(word) + b'\0' for word in words))
    sys.orig_argv[:] = request['argv']
    for name in OURS:
        sys.modules.pop(name, None)
    sys.path[:] = [entry for entry in sys.path if entry != '/mnt']
    random.seed()
    atexit.register(leave_as_a_cold_one)


def leave_as_a_cold_one():
    """Registered first, so it runs last. What was preloaded stays out of the collector, for walking it would copy every page of
    it into this process, unless something that came since may have its say when all is collected at the very end."""
    young = gc.get_objects()
    places = set(map(id, young))
    if any(may_speak(each, places) for each in young):
        gc.unfreeze()


def may_speak(each, young):
    """Whether collecting an object that came since may run code that came since. `young` are the places of all such objects."""
    kind = type(each)
    if issubclass(kind, type):
        return '__del__' in each.__dict__
    if kind in SUSPENDED:
        return getattr(each, SUSPENDED[kind]) is not None
    if issubclass(kind, weakref.ref) and id(each.__callback__) in young:
        # The library's weak collections hang one of their own on what they hold.
        scope = getattr(each.__callback__, '__globals__', None)
        return not (isinstance(each.__callback__, types.BuiltinFunctionType) or scope is vars(weakref) or scope is vars(_weakrefset))
    return False


def main_module(filename):
    module = types.ModuleType('__main__')
    module.__file__ = filename
    module.__builtins__ = __builtins__
    sys.modules['__main__'] = module
    return module


def run_python(arguments):
    """`arguments` after the interpreter's own options: a script and its arguments, or `-c` and code."""
    words = list(arguments)
    while words and words[0].startswith('-') and words[0] != '-c':
        words.pop(0)
    if words and words[0] == '-c':
        code, sys.argv = compile(words[1], '<string>', 'exec'), ['-c', *words[2:]]
        module = main_module('<string>')
    else:
        with open(words[0], 'rb') as handle:
            code = compile(handle.read(), words[0], 'exec')
        sys.argv = words
        module = main_module(words[0])
    exec(code, module.__dict__)


def run_pytest(arguments):
    import pytest
    words = list(arguments)
    sys.argv = ['pytest', *words[words.index('pytest') + 1:]]
    main_module(pytest.__file__)
    sys.exit(pytest.console_main())


def main(kind):
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    channel = socket.socket(fileno=3)
    channel.set_inheritable(False)
    if kind == 'pytest':
        preload_pytest()
    # In this order: what is unset must still be there to be found.
    os.environ.clear()
    shown = kernel.command_line(), kernel.environment()
    for place in shown:
        kernel.blank(place)
    try:
        Zygote(channel).serve()
    except Child as child:
        request = child.request
    forget_ourselves(request, shown)
    (run_pytest if kind == 'pytest' else run_python)(request['argv'][1:])
