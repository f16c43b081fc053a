import { drawn } from 'polygraph/probe'

// They are seeded at the start of the interpreter, which may be one that was started before the fork.
export default drawn('import random, secrets, tempfile; print(random.random()); print(secrets.token_hex()); print(tempfile.mktemp())')
