"""Runs one test file under pytest and says how each of its tests ended. Called as `python3 -I -B suite.py <workspace> <file>`.

Standard input: a nonce. Standard output: one line, the nonce and JSON {"tests": [[name, outcome, exception]], "collected",
"broken", "exit"}. A file that ends the process, or never ends, leaves no line.

The file shares this process and could forge the line. It would gain nothing: it can't tell a mutant from the reference
but by what the module does, and a test that tells them apart by that is what is asked for.
"""

import json
import os
import sys


def hide_streams():
    kept = os.dup(1)
    null = os.open('/dev/null', os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)
    return kept


def reporter(pytest, assertions):
    class Reporter:
        def __init__(self):
            self.tests = {}
            self.broken = []

        @pytest.hookimpl(hookwrapper=True)
        def pytest_runtest_makereport(self, item, call):
            report = (yield).get_result()
            before = self.tests.get(report.nodeid)
            if report.when == 'call' or (before is None and report.outcome != 'passed') or (before == 'passed' and report.outcome == 'failed'):
                self.tests[report.nodeid] = self.outcome(report, call.excinfo)

        def outcome(self, report, excinfo):
            if report.outcome != 'failed':
                return report.outcome
            if report.when == 'call' and excinfo is not None and issubclass(excinfo.type, assertions):
                return 'assertion'
            return 'raised'

        def pytest_collectreport(self, report):
            if report.failed:
                self.broken.append(report.nodeid)

    return Reporter()


def main():
    workspace, file = sys.argv[1:3]
    nonce = sys.stdin.read().strip()
    kept = hide_streams()
    sys.path.insert(0, workspace)
    import pytest
    # What pytest.raises and pytest.fail raise is an assertion in all but its base class.
    plugin = reporter(pytest, (AssertionError, pytest.fail.Exception))
    options = ['-q', '-c', '/dev/null', '--rootdir', workspace, '--noconftest', '--import-mode=importlib', '-p', 'no:cacheprovider']
    code = pytest.main([*options, file], plugins=[plugin])
    line = '%s %s\n' % (nonce, json.dumps({'tests': sorted(plugin.tests.items()), 'broken': len(plugin.broken), 'exit': int(code)}))
    data = line.encode('ascii')
    while data:
        data = data[os.write(kept, data):]
    os._exit(0)


main()
