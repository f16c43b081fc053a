import { kept } from 'polygraph/probe'

export default kept({ make: 'mkfifo -m 640 fifo', facts: 'stat -c "%F %a" fifo' })
