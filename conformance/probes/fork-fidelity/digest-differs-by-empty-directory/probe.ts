import { digests } from 'polygraph/contract'

export default digests({ one: 'mkdir folder', other: 'mkdir -p folder/below', digests: 'different' })
