import { kept } from 'polygraph/probe'

export default kept({
  make: 'for mode in 0000 0400 0755 1777 2755 4755 6711; do echo x > "file-$mode" && mkdir "folder-$mode" && chmod "$mode" "file-$mode" "folder-$mode" || exit 1; done',
  facts: 'stat -c "%a %n" file-* folder-*',
})
