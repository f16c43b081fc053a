import { program } from 'polygraph/probe'

// 192.0.2.1 is set aside for documentation; the last two are the multicast and the broadcast address.
export default program('routes.py', { args: ['4', '192.0.2.1', '8.8.8.8', '10.0.0.1', '224.0.0.1', '255.255.255.255'] })
