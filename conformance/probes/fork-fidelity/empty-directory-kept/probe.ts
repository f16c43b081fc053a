import { kept } from 'polygraph/probe'

export default kept({ make: 'mkdir -p empty/below/below && mkdir -m 700 closed', facts: 'find empty closed -printf "%y %m %p\\n" | sort' })
