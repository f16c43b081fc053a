import { digests } from 'polygraph/probe'

export default digests({ one: 'mkdir folder', other: 'mkdir -p folder/below', digests: 'different' })
