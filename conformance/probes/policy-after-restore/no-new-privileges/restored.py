# 39 is PR_GET_NO_NEW_PRIVS: what the kernel will go by at the next exec. A child must not get rid of it.
import ctypes, subprocess, sys
own = ctypes.CDLL(None).prctl(39, 0, 0, 0, 0)
child = subprocess.run([sys.executable, '-I', '-c', 'import ctypes; print(ctypes.CDLL(None).prctl(39, 0, 0, 0, 0))'], capture_output=True, text=True).stdout.strip()
print(f'no_new_privs is {own} in a command and {child} in its child')
sys.exit(own != 1 or child != '1')
