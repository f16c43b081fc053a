import { residue } from 'polygraph/probe'

export default residue({
  plant: 'test -d /dev/shm -a -w /dev/shm || { echo "/dev/shm can not be written here"; exit 77; }; echo left > "/dev/shm/left-$1"',
  met: 'test -e "/dev/shm/left-$1" && echo "/dev/shm/left-$1 is there"',
  clean: 'rm -f "/dev/shm/left-$1"',
})
