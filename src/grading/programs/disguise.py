"""Makes versions of a module that behave as given and look alike, for tests that are to judge behaviour alone.

Standard input: a list of {"name", "path", "source", "salt"}. Standard output: for each name the text of a module that
holds the compiled source, or null where it doesn't compile. The salt goes into every function, so that neither the text
nor the code of two versions is the same, not even of the same source.
"""

import ast
import base64
import json
import marshal
import sys

STUB = 'exec(__import__("marshal").loads(__import__("base64").b64decode("%s")))\n'


def salted(tree, salt):
    """A local name in every function that holds the salt: it changes no behaviour and every hash."""
    for number, node in enumerate(ast.walk(tree)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            first = 1 if ast.get_docstring(node) is not None else 0
            node.body.insert(first, ast.parse('_salt = "%s.%d"' % (salt, number)).body[0])
    return ast.fix_missing_locations(tree)


def disguised(version):
    try:
        tree = salted(ast.parse(version['source']), version['salt'])
        code = compile(tree, version['path'], 'exec')
    except (SyntaxError, ValueError):
        return None
    return STUB % base64.b64encode(marshal.dumps(code)).decode('ascii')


def main():
    json.dump({version['name']: disguised(version) for version in json.load(sys.stdin)}, sys.stdout)


main()
