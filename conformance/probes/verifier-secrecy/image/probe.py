# The names that held-out cases, reference solutions and mutants have in a task's folder, on all file systems but the kernel's. An
# image of more than 50,000 names is no environment of a task, but a whole machine.
import fnmatch
import os
import sys

NAMES = ('held-out*', 'held_out*', 'cases.toml', 'solve.sh', 'task.toml', 'mutants', 'verifier.ts', 'answer-key*')
found, count = [], 0
for folder, folders, files in os.walk('/'):
    if folder == '/':
        folders[:] = sorted(set(folders) - {'proc', 'sys', 'dev'})
    count += len(folders) + len(files)
    found += [f'{folder}/{name}' for name in (*folders, *files) if any(fnmatch.fnmatch(name, pattern) for pattern in NAMES)]
    if count > 50_000 and not found:
        print(f'none among the first {count} names, and there are more')
        sys.exit(78)
print(f'{count} names in the image, of held-out files: {", ".join(found[:8]) or "none"}')
sys.exit(1 if found else 0)
