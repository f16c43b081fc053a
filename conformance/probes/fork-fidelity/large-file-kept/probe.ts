import { kept } from 'polygraph/probe'

export default kept({ make: 'head -c 33554432 /dev/urandom > large', facts: 'stat -c %s large && sha256sum large' })
