import { kept } from 'polygraph/probe'

// Newline, blanks, quotes, a leading dash, bytes that are no UTF-8, and the longest name that there is.
export default kept({
  make: `python3 -I -c '
names = [b"a\\nb", b" ", b"-rf", b"*", b"\\x27\\x22$(id)", b"\\xff\\xfe", "\\u00e9\\u202e".encode(), b"n" * 255, b"..."]
for place, name in enumerate(names): open(name, "w").write(str(place))'`,
  facts: 'python3 -I -c "import os; [print(ascii(name), open(name).read()) for name in sorted(os.listdir(b\'.\'))]"',
})
