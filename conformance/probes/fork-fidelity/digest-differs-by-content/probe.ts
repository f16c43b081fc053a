import { digests } from 'polygraph/contract'

export default digests({ one: 'echo 1 > file', other: 'echo 2 > file', digests: 'different' })
