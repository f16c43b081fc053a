# Reads what is mapped writable of every process that runs the holder's program, and of no other: this may be no fork at all.
# The word is joined from its halves for each look.
import os, sys
left, right = sys.argv[1].encode(), sys.argv[2].encode()
looked, room = 0, 512 << 20
for pid in filter(str.isdigit, os.listdir('/proc')):
    if int(pid) in (os.getpid(), os.getppid()):
        continue
    try:
        with open(f'/proc/{pid}/cmdline') as arguments:
            if 'os.read(0, 100)' not in arguments.read():
                continue
        with open(f'/proc/{pid}/maps') as maps, open(f'/proc/{pid}/mem', 'rb', buffering=0) as memory:
            looked += 1
            for line in maps:
                place, mode, *_ = line.split()
                start, end = (int(each, 16) for each in place.split('-'))
                if mode.startswith('rw') and end - start < min(64 << 20, room):
                    room -= end - start
                    memory.seek(start)
                    held = memory.read(end - start)
                    at = held.find(left)
                    if at >= 0 and held[at + len(left):].startswith(right):
                        print('process', pid, 'holds it')
                        sys.exit()
    except OSError:
        pass
print(looked, 'such processes looked into, and none of them has it')
