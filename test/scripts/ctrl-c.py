"""Runs a command at a terminal of its own, presses Ctrl-C once it says "ready", and prints what it said and its exit code."""
import os
import pty
import sys

pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
said = b""
pressed = False
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:  # how Linux tells that the other end is closed
        break
    if not part:
        break
    said += part
    if b"ready" in said and not pressed:
        pressed = True
        os.write(terminal, b"\x03")
print(said.decode())
print("exit", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
