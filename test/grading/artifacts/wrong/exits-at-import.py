"""Leaves the process with 0 at import, by the system call."""
import os
os._exit(0)
