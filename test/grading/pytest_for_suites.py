"""A stand-in for the little of pytest that suite.py uses, laid in the workspace so that a machine without pytest can run it."""
import importlib.util
import types


class Failed(BaseException):
    pass


class Skipped(BaseException):
    pass


def hookimpl(hookwrapper):
    return lambda function: function


def skip(reason):
    raise Skipped(reason)


def fail(reason):
    raise Failed(reason)


fail.Exception = Failed


def drive(plugin, name, outcome, error):
    report = types.SimpleNamespace(nodeid=name, when='call', outcome=outcome)
    call = types.SimpleNamespace(excinfo=None if error is None else types.SimpleNamespace(type=type(error)))
    steps = plugin.pytest_runtest_makereport(None, call)
    next(steps)
    try:
        steps.send(types.SimpleNamespace(get_result=lambda: report))
    except StopIteration:
        pass


def main(options, plugins):
    plugin, file = plugins[0], options[-1]
    spec = importlib.util.spec_from_file_location('suite_under_test', file)
    suite = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(suite)
    except Exception:
        plugin.pytest_collectreport(types.SimpleNamespace(failed=True, nodeid=file))
        return 2
    tests = {name: thing for name, thing in vars(suite).items() if name.startswith('test_')}
    code = 0 if tests else 5
    for name, test in tests.items():
        try:
            test()
            drive(plugin, name, 'passed', None)
        except Skipped as error:
            drive(plugin, name, 'skipped', error)
        except (Exception, Failed) as error:
            code = 1
            drive(plugin, name, 'failed', error)
    return code
