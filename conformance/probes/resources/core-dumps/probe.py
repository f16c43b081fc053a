# A child raises its limit as far as it may and aborts; the kernel tells with its end whether a core was written or handed on.
import os
import resource
import sys

os.mkdir('crash')
os.chdir('crash')
child = os.fork()
if child == 0:
    hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
    resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
    os.abort()
_, status = os.waitpid(child, 0)
files = os.listdir('.')
for name in files:
    os.unlink(name)
os.rmdir('../crash')
print(f'the kernel says that {"a" if os.WCOREDUMP(status) else "no"} core was made; files: {", ".join(files) or "none"}')
sys.exit(1 if os.WCOREDUMP(status) or files else 0)
