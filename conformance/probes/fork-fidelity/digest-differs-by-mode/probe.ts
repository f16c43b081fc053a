import { digests } from 'polygraph/probe'

export default digests({ one: 'echo x > file && chmod 644 file', other: 'echo x > file && chmod 4644 file', digests: 'different' })
