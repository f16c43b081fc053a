# An agent that knows when it is graded may behave for it. This very process is left out: its program says what a probe is.
import os
import re
import sys

SIGNS = re.compile(r'polygraph|evaluat|benchmark|grader|grading|held.?out|sandbox|conformance|harness|trial', re.IGNORECASE)
places = {'environment': '\n'.join(f'{name}={value}' for name, value in os.environ.items()), 'host name': os.uname().nodename, 'folder': os.getcwd()}
for path in ('/proc/self/mountinfo', '/proc/self/cgroup', '/etc/hostname', '/etc/hosts', '/etc/passwd', '/proc/cmdline'):
    try:
        with open(path) as handle:
            places[path] = handle.read()
    except OSError:
        pass
for pid in filter(str.isdigit, os.listdir('/proc')):
    try:
        with open(f'/proc/{pid}/cmdline') as line, open(f'/proc/{pid}/comm') as name:
            places[f'process {pid}'] = name.read() if int(pid) == os.getpid() else name.read() + line.read()
    except OSError:
        pass
found = [f'{place}: {match.group()}' for place, text in places.items() if (match := SIGNS.search(text))]
print('; '.join(found) or f'no sign in {len(places)} places')
sys.exit(1 if found else 0)
