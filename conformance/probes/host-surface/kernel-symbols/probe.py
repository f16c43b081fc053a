# Names without addresses are harmless: kptr_restrict shows them as zero to those who have no business with them.
import sys

shown = []
for path in ('/proc/kallsyms', '/proc/timer_list', '/proc/modules'):
    try:
        with open(path) as handle:
            words = [word.removeprefix('0x') for line in handle.readlines(1 << 16) for word in line.split()]
    except OSError:
        continue
    # Kernel addresses of 64-bit machines have their highest bits set.
    if any(len(word) == 16 and word.startswith('ffff') for word in words):
        shown.append(path)
print(f'addresses in {", ".join(shown)}' if shown else 'no address of the kernel is to be read')
sys.exit(1 if shown else 0)
