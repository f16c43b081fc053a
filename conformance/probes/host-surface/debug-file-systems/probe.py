# Looks for their types among the mounts, and for anything where they usually lie.
import os
import sys

TYPES = ('debugfs', 'tracefs', 'securityfs', 'configfs', 'pstore', 'efivarfs', 'bpf', 'binfmt_misc', 'fusectl')
PLACES = ('/sys/kernel/debug', '/sys/kernel/tracing', '/sys/kernel/security', '/sys/kernel/config', '/sys/fs/bpf', '/sys/fs/pstore', '/sys/firmware/efi/efivars')


def listed(path):
    try:
        return os.listdir(path)
    except OSError:
        return []


with open('/proc/self/mountinfo') as handle:
    mounted = [line.split(' - ')[1].split()[0] for line in handle]
there = sorted({*(kind for kind in mounted if kind in TYPES), *(path for path in PLACES if listed(path))})
print(f'there: {", ".join(there)}' if there else f'none of {len(TYPES)} kinds is mounted, nothing lies in {len(PLACES)} places')
sys.exit(1 if there else 0)
