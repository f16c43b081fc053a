import { kept } from 'polygraph/contract'

export default kept({ make: 'mkfifo -m 640 fifo', facts: 'stat -c "%F %a" fifo' })
