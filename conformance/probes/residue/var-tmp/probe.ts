import { residue } from 'polygraph/probe'

export default residue({
  plant: 'test -d /var/tmp -a -w /var/tmp || { echo "/var/tmp can not be written here"; exit 77; }; echo left > "/var/tmp/left-$1"',
  met: 'test -e "/var/tmp/left-$1" && echo "/var/tmp/left-$1 is there"',
  clean: 'rm -f "/var/tmp/left-$1"',
})
