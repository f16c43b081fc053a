import { drawn } from 'polygraph/probe'

// By device, by call, and by library: each may be fed otherwise.
export default drawn('import os; print(os.urandom(16).hex()); print(os.getrandom(16).hex()); print(open("/dev/urandom", "rb").read(16).hex())')
