# Each is tried in a child, which ends with it. 0 asks keyctl for the id of the session keyring (-3), 0 is PTRACE_TRACEME.
import ctypes, errno, os, platform, sys
call = ctypes.CDLL(None, use_errno=True).syscall
keyctl, ptrace, unshare = (250, 101, 272) if platform.machine() == 'x86_64' else (219, 117, 97)
NEW_USER = 0x10000000
allowed = []
for name, arguments in (('keyctl', (keyctl, 0, -3, 1)), ('ptrace', (ptrace, 0, 0, 0, 0)), ('unshare', (unshare, NEW_USER))):
    child = os.fork()
    if child == 0:
        os._exit(0 if call(*arguments) >= 0 else ctypes.get_errno())
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) not in (errno.EPERM, errno.ENOSYS, errno.EACCES):
        allowed.append(name)
print('not refused:', *allowed or ['none of keyctl, ptrace, unshare'])
sys.exit(bool(allowed))
