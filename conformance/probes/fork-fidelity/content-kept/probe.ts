import { kept } from 'polygraph/probe'

// Every byte value, no bytes at all, and an end without a newline.
export default kept({
  make: 'python3 -I -c "open(\'bytes\', \'wb\').write(bytes(range(256)) * 300)" && : > empty && printf "no newline" > text',
  facts: 'sha256sum bytes empty text',
})
