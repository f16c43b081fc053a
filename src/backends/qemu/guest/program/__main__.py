"""The guest's side of the backend: the fork server of namespaces, and what only a virtual machine needs.

Standard input and output are the port on which the host asks; the other port carries the layers that forks leave, in and out.
"""
import functools
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, f'{HERE}/forkserver')
sys.path.insert(1, HERE)

import keeper  # noqa: E402
import server  # noqa: E402
from guest import Guest  # noqa: E402

HOME = '/run/polygraph/home'
os.makedirs(HOME, exist_ok=True)
# Before the server goes where it has mounts and processes of its own.
sys.exit(server.main([HOME, 'root'], functools.partial(Guest, keeper.start())))
