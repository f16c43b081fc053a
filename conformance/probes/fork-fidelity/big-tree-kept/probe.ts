import { kept } from 'polygraph/probe'

export default kept({
  make: `python3 -I -c '
import os
for folder in range(100):
    os.makedirs(f"tree/{folder // 10}/{folder}")
    for file in range(20): open(f"tree/{folder // 10}/{folder}/{file}", "w").write(f"{folder} {file}")'`,
  facts: 'find tree -type f | wc -l && find tree -type f -exec cat {} + | sha256sum && find tree | LC_ALL=C sort | sha256sum',
})
