"""The system call filter of every command in a fork, as classic BPF built from a list of names.

What an agent has no business with is refused with EPERM; clone3 with ENOSYS, so that libc falls back to clone, whose flags a
filter can read. Everything else stays allowed: this narrows the kernel's surface, it is no sandbox by itself.
"""
import ctypes
import struct

import kernel

# name: (x86_64, aarch64); None where the architecture lacks it. From the kernel's syscall tables.
REFUSED = {
    'ptrace': (101, 117), 'mount': (165, 40), 'umount2': (166, 39), 'pivot_root': (155, 41), 'chroot': (161, 51),
    'swapon': (167, 224), 'swapoff': (168, 225), 'reboot': (169, 142), 'sethostname': (170, 161), 'setdomainname': (171, 162),
    'init_module': (175, 105), 'delete_module': (176, 106), 'finit_module': (313, 273), 'kexec_load': (246, 104),
    'kexec_file_load': (320, 294), 'acct': (163, 89), 'settimeofday': (164, 170), 'clock_settime': (227, 112),
    'adjtimex': (159, 171), 'clock_adjtime': (305, 266), 'quotactl': (179, 60), 'quotactl_fd': (443, 443), 'syslog': (103, 116),
    'add_key': (248, 217), 'request_key': (249, 218), 'keyctl': (250, 219), 'bpf': (321, 280), 'perf_event_open': (298, 241),
    'userfaultfd': (323, 282), 'io_uring_setup': (425, 425), 'io_uring_enter': (426, 426), 'io_uring_register': (427, 427),
    'open_by_handle_at': (304, 265), 'name_to_handle_at': (303, 264), 'process_vm_readv': (310, 270),
    'process_vm_writev': (311, 271), 'setns': (308, 268), 'open_tree': (428, 428), 'move_mount': (429, 429), 'fsopen': (430, 430),
    'fsconfig': (431, 431), 'fsmount': (432, 432), 'fspick': (433, 433), 'mount_setattr': (442, 442), 'personality': (135, 92),
    'modify_ldt': (154, None), 'iopl': (172, None), 'ioperm': (173, None), 'fanotify_init': (300, 262),
    'lookup_dcookie': (212, 18), 'kcmp': (312, 272), 'pidfd_getfd': (438, 438), 'memfd_secret': (447, 447),
    'vhangup': (153, 58), 'uselib': (134, None), 'move_pages': (279, 239), 'migrate_pages': (256, 238), 'mbind': (237, 235),
    'set_mempolicy': (238, 237),
}
CLONE3 = 435
CLONE, UNSHARE, IOCTL, SOCKET, SOCKETPAIR = ((56, 272, 16, 41, 53) if kernel.X86 else (220, 97, 29, 198, 199))
PRLIMIT, SETRLIMIT = (302, 160) if kernel.X86 else (261, 164)
RLIMIT_CORE = 4
NEW_NAMESPACES = 0x7E020080  # every CLONE_NEW* flag, CLONE_NEWTIME (0x80) included
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
AUDIT_ARCH = 0xC000003E if kernel.X86 else 0xC00000B7
FAMILIES = (1, 2, 10)  # AF_UNIX, AF_INET, AF_INET6

LOAD, EQUAL, ANY_BIT, AT_LEAST, RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
ALLOW, KILL, PRETEND = 0x7FFF0000, 0x80000000, 0x50000
EPERM, ENOSYS, EAFNOSUPPORT = 1, 38, 97


def refuse(code):
    return (RETURN, 0, 0, 0x50000 | code)


def instruction(code, if_true, if_false, operand):
    return struct.pack('HBBI', code, if_true, if_false, operand)


def argument(index, half=0):
    """Loads the low word of a system call's argument, or the high one."""
    return (LOAD, 0, 0, 16 + 8 * index + 4 * half)


def guarded(number, body):
    """`body` runs for this system call alone; each body ends in a return, so control never falls through it."""
    return [(EQUAL, 0, len(body), number), *body]


def program():
    """The filter as bytes, 8 an instruction."""
    column = 0 if kernel.X86 else 1
    lines = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, AUDIT_ARCH), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
    if kernel.X86:
        # x32 numbers carry bit 30 and would slip past a list of plain numbers.
        lines += [(AT_LEAST, 0, 1, 0x40000000), refuse(ENOSYS)]
    lines += guarded(CLONE3, [refuse(ENOSYS)])
    for numbers in REFUSED.values():
        if numbers[column] is not None:
            lines += guarded(numbers[column], [refuse(EPERM)])
    flags = [argument(0), (ANY_BIT, 0, 1, NEW_NAMESPACES), refuse(EPERM), (RETURN, 0, 0, ALLOW)]
    lines += guarded(CLONE, flags) + guarded(UNSHARE, flags)
    lines += guarded(IOCTL, [argument(1), (EQUAL, 1, 0, TIOCSTI), (EQUAL, 0, 1, TIOCLINUX), refuse(EPERM), (RETURN, 0, 0, ALLOW)])
    families = [argument(0), *((EQUAL, len(FAMILIES) - place, 0, family) for place, family in enumerate(FAMILIES)), refuse(EAFNOSUPPORT), (RETURN, 0, 0, ALLOW)]
    lines += guarded(SOCKET, families) + guarded(SOCKETPAIR, families)
    # The limit of core files stays what command.py made it: lowered to zero, crashes would reach a program of the host's.
    lines += guarded(SETRLIMIT, [argument(0), (EQUAL, 0, 1, RLIMIT_CORE), (RETURN, 0, 0, PRETEND), (RETURN, 0, 0, ALLOW)])
    lines += guarded(PRLIMIT, [
        argument(1), (EQUAL, 1, 0, RLIMIT_CORE), (RETURN, 0, 0, ALLOW),
        argument(2), (EQUAL, 0, 2, 0), argument(2, half=1), (EQUAL, 1, 0, 0), (RETURN, 0, 0, PRETEND), (RETURN, 0, 0, ALLOW),
    ])
    lines.append((RETURN, 0, 0, ALLOW))
    return b''.join(instruction(*line) for line in lines)


class Filter:
    def __init__(self, blob):
        self.blob = ctypes.create_string_buffer(blob, len(blob))
        descriptor = struct.pack('HxxxxxxP', len(blob) // 8, ctypes.addressof(self.blob))
        self.holder = ctypes.create_string_buffer(descriptor, len(descriptor))
        self.address = ctypes.addressof(self.holder)

    def install(self):
        """Irrevocable for this process and its children; needs no_new_privs."""
        kernel.prctl(kernel.PR_SET_SECCOMP, kernel.SECCOMP_MODE_FILTER, self.address)
