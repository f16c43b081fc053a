import os, sys
held = []
try:
    while len(held) < 192:
        held.append(os.open('/dev/null', os.O_RDONLY))
except OSError as error:
    print(f'{len(held)} files open, then {error.strerror}')
else:
    print(f'{len(held)} files open where 64 are allowed')
sys.exit(len(held) >= 192)
