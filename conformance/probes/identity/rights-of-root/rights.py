# Bits of all five sets, as linux/capability.h numbers them. Harmless: chown, the two of file modes, fowner, fsetid, kill, setgid,
# setuid, setpcap, low ports, lease, setfcap.
import sys

HARMLESS = {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 28, 31}
NAMES = {12: 'net_admin', 13: 'net_raw', 16: 'sys_module', 17: 'sys_rawio', 18: 'sys_chroot', 19: 'sys_ptrace', 21: 'sys_admin', 22: 'sys_boot', 25: 'sys_time', 27: 'mknod', 39: 'bpf'}
with open('/proc/self/status') as handle:
    held = {bit for line in handle if line.startswith('Cap') for bit in range(64) if int(line.split()[1], 16) >> bit & 1}
more = sorted(held - HARMLESS)
print(f'{len(held)} rights' + (f', beyond its own files and processes: {", ".join(NAMES.get(bit, str(bit)) for bit in more)}' if more else ', all of them over its own files and processes'))
with open('/proc/sys/kernel/random/boot_id') as handle:
    print(handle.read().strip())
sys.exit(1 if more else 0)
