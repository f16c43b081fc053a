import { residue } from 'polygraph/probe'

// 0o102 is O_CREAT and O_RDWR. libc has the calls since 2.34; before that they are in librt.
const python = (line: string): string => `python3 -I -c 'import ctypes, sys
try: libc = ctypes.CDLL(None); libc.mq_open
except AttributeError: libc = ctypes.CDLL("librt.so.1")
name = b"/" + sys.argv[1].encode()
${line}' "$1"`

export default residue({
  plant: `${python('sys.exit(libc.mq_open(name, 0o102, 0o600, None) < 0)')} || { echo "no POSIX message queues here"; exit 77; }`,
  met: python('found = libc.mq_open(name, 0) >= 0; print("queue found" if found else "none"); sys.exit(not found)'),
  clean: python('libc.mq_unlink(name)'),
})
