import { forgotten } from 'polygraph/probe'

// It is memory: what a state keeps is files. Where nothing ends with the seal it is removed after a while.
export default forgotten({
  make: `test -w /dev/shm || { echo "/dev/shm can not be written here"; exit 77; }; cat > /dev/shm/left-$$; (sleep 20; rm -f /dev/shm/left-$$) < /dev/null > /dev/null 2>&1 &`,
  look: `cat /dev/shm/left-* 2> /dev/null`,
})
