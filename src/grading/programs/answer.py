"""Answers the cases of the strict verifiers, and decides nothing.

Standard input: {"nonce": hex, "module": dotted name, "cases": [{"index", "call", "args"} or
{"make", "args", "steps": [{"index", "call", "args"}]}]}, without any expected value. Standard output: a line
`<nonce> <index> <canonical value>` for each answer, or the one line `<nonce> import raise:<class>`.

Candidate code shares this process, so all that is used after its import is taken before it, as local names: nothing
below `main` may look up a global or a builtin once the candidate has run. What candidate code can still do here is
forge an answer, and it does not know which answer is right.
"""

import sys

MAX_DEPTH = 100
MAX_NODES = 100_000
MAX_TEXT = 200_000
MAX_BITS = 200_000
PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.<>'


def type_namer():
    """A function that names a type without running code of the type or of its metaclass."""
    kind, text, plain = type, str, PLAIN
    qualified = type.__dict__['__qualname__'].__get__
    short = type.__dict__['__name__'].__get__

    def name_of(cls, with_parents):
        name = qualified(cls) if with_parents else short(cls)
        if kind(name) is not text:
            return '?'
        clean = ''
        for letter in name[:100]:
            clean += letter if letter in plain else '?'
        return clean

    return name_of


def exception_namer():
    """A function that names an exception's class; a class that only bears the name of a builtin one is told apart."""
    import builtins
    kind = type
    name_of = type_namer()
    known = []
    for value in vars(builtins).values():
        if isinstance(value, type) and issubclass(value, BaseException):
            known.append((value.__name__, value))

    def raised(error):
        cls = kind(error)
        for name, builtin in known:
            if cls is builtin:
                return 'raise:' + name
        own = name_of(cls, False)
        for name, builtin in known:
            if own == name:
                return 'raise:own.' + own
        return 'raise:' + own

    return raised


def int_writer():
    """Decimal text of an exact int, whatever limit on digits is in force; None for one that is too large to write."""
    represent, bits, most = int.__repr__, int.bit_length, MAX_BITS
    get_limit = getattr(sys, 'get_int_max_str_digits', None)
    set_limit = getattr(sys, 'set_int_max_str_digits', None)

    def write(value):
        size = bits(value)
        if size > most:
            return None
        if size < 2000 or set_limit is None:
            return represent(value)
        before = get_limit()
        set_limit(0)
        text = represent(value)
        set_limit(before)
        return text

    return write


def canonicaliser():
    """A function that gives the canonical text of a value of an exact builtin type, and `object:<type>` of any other."""
    from json.encoder import encode_basestring_ascii as quote
    kind, length, any_error = type, len, BaseException
    integer, real, boolean, text, octets, nothing = int, float, bool, str, bytes, type(None)
    sequence, fixed, unordered, mapping = list, tuple, set, dict
    represent_float = float.__repr__
    represent_int, name_of = int_writer(), type_namer()
    max_depth, max_nodes, max_text = MAX_DEPTH, MAX_NODES, MAX_TEXT

    class TooLarge(Exception):
        pass

    def split_pair(value):
        # JSON text can't tell a pair of lone surrogates from the character that they would make together.
        before = ''
        for letter in value:
            if '\ud800' <= before <= '\udbff' and '\udc00' <= letter <= '\udfff':
                return True
            before = letter
        return False

    def walk(value, depth, left):
        cls = kind(value)
        if depth > max_depth:
            raise TooLarge
        left[0] -= 1
        if left[0] < 0 or left[1] < 0:
            raise TooLarge
        if cls is boolean:
            return 'bool:true' if value is True else 'bool:false'
        if cls is integer:
            digits = represent_int(value)
            if digits is None:
                raise TooLarge
            left[1] -= length(digits)
            return 'int:' + digits
        if cls is real:
            return 'float:' + represent_float(value)
        if cls is text:
            left[1] -= length(value)
            if left[1] < 0:
                raise TooLarge
            if not value.isascii() and split_pair(value):
                return 'object:str<split?pair>'
            return 'str:' + quote(value)
        if cls is octets:
            left[1] -= 2 * length(value)
            if left[1] < 0:
                raise TooLarge
            return 'bytes:' + value.hex()
        if cls is nothing:
            return 'none:'
        if cls is sequence or cls is fixed:
            items = [walk(item, depth + 1, left) for item in value]
            return ('list:[' if cls is sequence else 'tuple:[') + ','.join(items) + ']'
        if cls is unordered:
            items = [walk(item, depth + 1, left) for item in value]
            items.sort()
            return 'set:[' + ','.join(items) + ']'
        if cls is mapping:
            items = [walk(key, depth + 1, left) + '=' + walk(item, depth + 1, left) for key, item in value.items()]
            items.sort()
            return 'dict:{' + ','.join(items) + '}'
        return 'object:' + name_of(cls, True)

    def canonical(value):
        try:
            return walk(value, 0, [max_nodes, max_text])
        except TooLarge:
            return 'object:<too.large>'
        except any_error:
            return 'object:<unreadable>'

    return canonical


def writer(descriptor, nonce):
    """A function that writes one answer line to a descriptor that is out of the candidate's usual reach."""
    from os import write

    def answer(index, text):
        line = (nonce + ' ' + index + ' ' + text + '\n').encode('ascii')
        while line:
            line = line[write(descriptor, line):]

    return answer


def decoder():
    """A function that makes the native value of a wire value; see toWire in the schema."""
    integer, real, octets, fixed, unordered, length = int, float, bytes.fromhex, tuple, set, len
    get_limit = getattr(sys, 'get_int_max_str_digits', None)
    set_limit = getattr(sys, 'set_int_max_str_digits', None)

    def whole(text):
        if length(text) < 600 or set_limit is None:
            return integer(text)
        before = get_limit()
        set_limit(0)
        value = integer(text)
        set_limit(before)
        return value

    def decode(wire):
        tag = wire[0]
        if tag == 'none':
            return None
        if tag == 'int':
            return whole(wire[1])
        if tag == 'float':
            return real(wire[1])
        if tag == 'bytes':
            return octets(wire[1])
        if tag == 'list':
            return [decode(item) for item in wire[1]]
        if tag == 'tuple':
            return fixed([decode(item) for item in wire[1]])
        if tag == 'set':
            return unordered([decode(item) for item in wire[1]])
        if tag == 'dict':
            return {decode(key): decode(item) for key, item in wire[1]}
        if tag == 'str':
            # A copy, as all the others are.
            return wire[1][:1] + wire[1][1:]
        return wire[1]

    return decode


def read_request():
    import json
    import os
    chunks = []
    while True:
        chunk = os.read(0, 1 << 16)
        if not chunk:
            return json.loads(b''.join(chunks))
        chunks.append(chunk)


def plan(cases):
    """The cases as tuples: a call is an object-less list of one step."""
    ready = []
    for case in cases:
        steps = case['steps'] if 'make' in case else [case]
        make = (case['make'].split('.'), case['args']) if 'make' in case else None
        ready.append((make, [(str(step['index']), step['call'].split('.'), step['args']) for step in steps]))
    return ready


def hide_streams():
    """Keeps a duplicate of standard output and points descriptors 0, 1 and 2 at /dev/null."""
    import os
    kept = os.dup(1)
    null = os.open('/dev/null', os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)
    return kept


def main():
    from importlib import import_module
    from os import _exit as leave
    request = read_request()
    cases = plan(request['cases'])
    name = request['module']
    answer = writer(hide_streams(), request['nonce'])
    canonical, raised, decode = canonicaliser(), exception_namer(), decoder()
    any_error, attribute = BaseException, getattr
    sys.path.insert(0, sys.argv[1])

    try:
        module = import_module(name)
    except any_error as error:
        answer('import', raised(error))
        leave(0)

    def find(owner, path):
        for part in path:
            owner = attribute(owner, part)
        return owner

    # Values are made for each call and gone before the next, as a caller's are: an artifact that knows its arguments by their
    # address then meets other values at the same one.
    def result(owner, path, wires):
        values = [decode(wire) for wire in wires]
        try:
            function = find(owner, path)
        except any_error:
            return 'absent:' + path[-1]
        try:
            value = function(*values)
        except any_error as error:
            return raised(error)
        return canonical(value)

    for make, steps in cases:
        owner, spoilt = module, None
        if make is not None:
            try:
                owner = find(module, make[0])(*[decode(wire) for wire in make[1]])
            except any_error as error:
                spoilt = 'make-' + raised(error)
        for index, path, wires in steps:
            answer(index, spoilt if spoilt is not None else result(owner, path, wires))
    leave(0)


main()
