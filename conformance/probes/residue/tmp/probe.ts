import { residue } from 'polygraph/probe'

export default residue({
  plant: 'test -d /tmp -a -w /tmp || { echo "/tmp can not be written here"; exit 77; }; echo left > "/tmp/left-$1"',
  met: 'test -e "/tmp/left-$1" && echo "/tmp/left-$1 is there"',
  clean: 'rm -f "/tmp/left-$1"',
})
