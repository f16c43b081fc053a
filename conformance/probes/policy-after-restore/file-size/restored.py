# Beyond the limit a write is refused, and a signal sent that would end the program were it not ignored, as Python does.
import os, sys
with open('grows', 'wb', buffering=0) as file:
    size = 0
    try:
        while size < 6 << 20:
            size += file.write(bytes(1 << 20))
    except OSError as error:
        print(f'a file of {size >> 20} MiB, then {error.strerror}')
    else:
        print(f'a file of {size >> 20} MiB where 2 are allowed')
os.unlink('grows')
sys.exit(size >= 6 << 20)
