import { residue } from 'polygraph/probe'

// The listener ends by itself after a minute, so that it leaves nothing for long where nothing ends it.
const address = `"\\0left-" + word`
const python = (line: string): string => `python3 -I -c 'import socket, sys, time; word = sys.argv[1]; address = ${address}; one = socket.socket(socket.AF_UNIX); ${line}' "$1"`

export default residue({
  plant: `${python('one.bind(address); one.listen(); time.sleep(60)')} < /dev/null > /dev/null 2>&1 & sleep 0.3`,
  met: python('code = one.connect_ex(address); print("connected" if code == 0 else f"errno {code}"); sys.exit(code != 0)'),
  clean: 'rm -f "/var/tmp/left-$1"',
})
