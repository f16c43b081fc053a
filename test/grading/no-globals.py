"""Lists every lookup of a global or builtin that answer.py could make after it has imported candidate code."""
import dis
import sys
import types

path = sys.argv[1]
with open(path) as file:
    program = compile(file.read(), path, 'exec')


def inner(code):
    return {one.co_name: one for one in code.co_consts if isinstance(one, types.CodeType)}


def lookups(code, start=0):
    found = []
    for step in dis.get_instructions(code):
        if step.offset >= start and step.opname in ('LOAD_GLOBAL', 'LOAD_NAME', 'IMPORT_NAME', 'STORE_GLOBAL'):
            found.append('%s: %s' % (code.co_name, step.argval))
    return found


def nested(code):
    return [lookup for one in inner(code).values() for lookup in lookups(one) + nested(one)]


parts = inner(program)
found = []
# The class statement is run when the function is made, not when it is called.
for name in ('type_namer', 'exception_namer', 'int_writer', 'canonicaliser', 'writer', 'decoder', 'main'):
    found += [lookup for lookup in nested(parts[name]) if not lookup.startswith('TooLarge:')]
steps = list(dis.get_instructions(parts['main']))
imported = [step.offset for step in steps if step.argval == 'import_module' and step.opname.startswith('LOAD_FAST') or step.argval == 'module' and step.opname.startswith('STORE')]
assert imported, 'main imports nothing'
found += lookups(parts['main'], min(imported))
print('\n'.join(found))
