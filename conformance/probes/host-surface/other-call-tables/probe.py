# Calls personality, which asks and changes nothing with 0xffffffff, by number 136 of the 32-bit table through int 0x80 and by
# the x32 number (bit 30). A filter that knows one table ends the process or refuses; each try is made in a child.
import ctypes
import mmap
import os
import struct
import sys

if os.uname().machine != 'x86_64':
    print('this processor has one table of system calls')
    sys.exit(77)
libc = ctypes.CDLL(None, use_errno=True)
page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
# push rbx; mov ebx, -1; mov eax, 136; int 0x80; pop rbx; ret
page.write(b'\x53\xbb\xff\xff\xff\xff\xb8' + struct.pack('<I', 136) + b'\xcd\x80\x5b\xc3')
by_interrupt = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))


def how(attempt):
    child = os.fork()
    if child == 0:
        os._exit(1 if attempt() >= 0 else 0)
    _, status = os.waitpid(child, 0)
    return f'ended by signal {os.WTERMSIG(status)}' if os.WIFSIGNALED(status) else 'carried out' if os.WEXITSTATUS(status) else 'refused'


seen = {'32-bit': how(by_interrupt), 'x32': how(lambda: libc.syscall(ctypes.c_long(0x40000000 | 135), ctypes.c_long(0xFFFFFFFF)))}
print(', '.join(f'{name}: {what}' for name, what in seen.items()))
sys.exit(1 if 'carried out' in seen.values() else 0)
