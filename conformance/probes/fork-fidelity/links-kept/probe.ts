import { kept } from 'polygraph/probe'

export default kept({
  make: 'echo x > file && mkdir folder && ln -s file to-file && ln -s folder/../file up && ln -s /etc/passwd absolute && ln -s loop loop',
  facts: 'for link in to-file up absolute loop; do echo "$(stat -c %F "$link") $(readlink "$link")"; done',
})
