import { kept } from 'polygraph/contract'

export default kept({ make: 'ln -s "no where/at all" dangling', facts: 'stat -c %F dangling && readlink dangling' })
