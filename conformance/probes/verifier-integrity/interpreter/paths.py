# The program, each folder of its library, and where packages and start-up files (sitecustomize, *.pth) are looked for.
import os
import site
import sys
import sysconfig

paths = [sys.executable, '/usr/bin/python3', *(path for path in sys.path if path.startswith('/')), *site.getsitepackages(), *sysconfig.get_paths().values(), os.__file__, '/etc/python3']
paths += [f'{path}/{name}' for path in site.getsitepackages() for name in ('sitecustomize.py', 'pytest', '_pytest')]
print('\n'.join(paths))
