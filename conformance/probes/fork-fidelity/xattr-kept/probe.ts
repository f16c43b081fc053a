import { kept } from 'polygraph/probe'

export default kept({
  make: `echo x > file && mkdir folder && python3 -I -c '
import os, sys
try:
    for path in ("file", "folder"): os.setxattr(path, "user.mark", bytes(range(256)))
except OSError as error: sys.exit(print("no attributes of the user here:", error.strerror) or 77)'`,
  facts: 'python3 -I -c "import os; [print(path, os.listxattr(path), os.getxattr(path, \'user.mark\').hex()) for path in (\'file\', \'folder\')]"',
})
