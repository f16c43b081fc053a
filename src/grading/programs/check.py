"""The published kind of ground truth: imports the artifact into its own process and decides by exit code.

Called as `python3 check.py cases.json` with the workspace as working directory, which also comes first on sys.path, as
it does for `python3 -c`. Exit code 0 says that every case agrees. It is as fallible as the published one, on purpose:
whatever candidate code does to this process (leaving it, comparing equal to anything, reading the expected values)
is what it measures. Don't harden it; strict is the answer to that.
"""

import os
import sys

sys.path[0] = os.getcwd()

import importlib
import json
import shutil
import subprocess
import tempfile


def decode(wire):
    tag = wire[0]
    if tag == 'none':
        return None
    if tag == 'int':
        return int(wire[1])
    if tag == 'float':
        return float(wire[1])
    if tag == 'bytes':
        return bytes.fromhex(wire[1])
    if tag == 'list':
        return [decode(item) for item in wire[1]]
    if tag == 'tuple':
        return tuple(decode(item) for item in wire[1])
    if tag == 'set':
        return {decode(item) for item in wire[1]}
    if tag == 'dict':
        return {decode(key): decode(item) for key, item in wire[1]}
    return wire[1]


def find(owner, path):
    for part in path.split('.'):
        owner = getattr(owner, part)
    return owner


def agrees(function, args, expect):
    try:
        got = function(*args)
    except Exception as error:
        return type(error).__name__ == expect.get('raises')
    if 'raises' in expect:
        return False
    want = decode(expect['returns'])
    # NaN is the one value that a right answer is not equal to.
    return got == want or (want != want and got != got)


def check_call(module, case):
    return agrees(find(module, case['call']), map(decode, case['args']), case['expect'])


def check_steps(module, case):
    thing = find(module, case['make'])(*map(decode, case['args']))
    return all([agrees(find(thing, step['call']), map(decode, step['args']), step['expect']) for step in case['steps']])


def copy_of_workspace(place):
    """A copy in which a program may write, whoever owns the workspace, and where no case finds what another one wrote."""
    work = os.path.join(place, 'work')
    try:
        shutil.copytree(os.getcwd(), work, symlinks=True)
    except shutil.Error:
        pass  # what is no file, folder or link, or not to be read, was left out
    return work


def check_program(program, case):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as place:
        work = copy_of_workspace(place)
        for path, text in case['files'].items():
            os.makedirs(os.path.dirname(os.path.join(work, path)), exist_ok=True)
            with open(os.path.join(work, path), 'w', encoding='utf-8', newline='') as file:
                file.write(text)
        run = subprocess.run(program + case['argv'], cwd=work, input=case['stdin'].encode(), stdout=subprocess.PIPE)
        expect = case['expect']
        if run.returncode != expect['exit'] or run.stdout != expect['stdout'].encode():
            return False
        for path, text in expect['files'].items():
            try:
                with open(os.path.join(work, path), 'rb') as file:
                    if file.read() != text.encode():
                        return False
            except OSError:
                return False
        return True


def main():
    with open(sys.argv[1]) as file:
        plan = json.load(file)
    module = importlib.import_module(plan['module']) if plan['module'] else None
    wrong = 0
    for number, case in enumerate(plan['cases'], 1):
        if case['kind'] == 'call':
            right = check_call(module, case)
        elif case['kind'] == 'steps':
            right = check_steps(module, case)
        else:
            right = check_program(plan['program'], case)
        if not right:
            wrong += 1
            print('case %d of %d: wrong' % (number, len(plan['cases'])))
    sys.exit(1 if wrong else 0)


main()
