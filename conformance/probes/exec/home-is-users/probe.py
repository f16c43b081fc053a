# Python's own ways to a home: the variable, and the password database for a program that has no variable.
import os, pwd, sys, tempfile
home = os.environ.get('HOME', '')
try:
    listed = pwd.getpwuid(os.getuid()).pw_dir
except KeyError:
    listed = 'nowhere'
try:
    tempfile.TemporaryFile(dir=home).close()
    writable = True
except OSError:
    writable = False
print(f'HOME is {home}, the user list says {listed}, and it can {"" if writable else "not "}be written')
sys.exit(not (writable and home == listed and os.stat(home).st_uid == os.getuid()))
