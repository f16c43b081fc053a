"""The kernel's own price of a fork: the same namespaces, an exit and a wait, with nothing set up inside. Prints milliseconds."""
import json
import os
import sys
import time

sys.path.insert(0, sys.argv[1])
import identity
import init
import kernel

identity.enter()
times = []
for _ in range(int(sys.argv[2])):
    begun = time.perf_counter()
    pid = kernel.clone(init.NAMESPACES | kernel.CLONE_NEWNET)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    times.append((time.perf_counter() - begun) * 1000)
print(json.dumps(times))
