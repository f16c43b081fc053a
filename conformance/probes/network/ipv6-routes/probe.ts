import { program } from 'polygraph/probe'

// 2001:db8::1 is set aside for documentation, ff0e::1 a multicast address of all the world.
export default program('routes.py', { args: ['6', '2001:db8::1', '2606:4700:4700::1111', 'fd00::1', 'ff0e::1'] })
