import { kept } from 'polygraph/probe'

export default kept({
  make: 'mkdir folder && echo x > one && ln one two && ln one folder/three',
  facts: 'stat -c "%h names: %n" one two folder/three && test one -ef two && test one -ef folder/three && echo "one file"',
})
