import { forgotten } from 'polygraph/probe'

// Such a file has no name, but every descriptor of a process has one in /proc.
export default forgotten({
  make: `cat > open; (exec 5< open; rm open; exec sleep 25) < /dev/null > /dev/null 2>&1 & for try in $(seq 200); do test -e open || exit 0; sleep 0.05; done; exit 1`,
  look: `for each in /proc/[0-9]*/fd/5; do test -f "$each" && timeout 5 head -c 64 "$each"; done 2> /dev/null`,
})
