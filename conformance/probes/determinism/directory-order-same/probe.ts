import { alike } from 'polygraph/probe'

// A folder that was there from the start, one that the fork makes itself, and one of the environment.
export default alike({
  files: Array.from({ length: 100 }, (_, n) => `file-${(n * 37) % 100}`),
  show: 'ls -fA . | head -500 | cksum; here=$(mktemp -d) && cd "$here" && for name in c a d b e; do : > $name; done && ls -f; rm -r "$here"; ls -f /usr/bin | cksum',
})
