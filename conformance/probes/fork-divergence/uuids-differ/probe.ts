import { drawn } from 'polygraph/probe'

// A clone of a machine's memory has the kernel's random state too, until something tells it that it is one.
export default drawn('import uuid; print(uuid.uuid4()); print(open("/proc/sys/kernel/random/uuid").read().strip())')
