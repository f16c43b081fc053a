import { digests } from 'polygraph/probe'

export default digests({ one: 'echo 1 > file', other: 'echo 2 > file', digests: 'different' })
