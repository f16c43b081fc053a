import { kept } from 'polygraph/probe'

export default kept({ make: 'ln -s "no where/at all" dangling', facts: 'stat -c %F dangling && readlink dangling' })
