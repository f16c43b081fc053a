import { digests } from 'polygraph/contract'

export default digests({ one: 'ln -s a link', other: 'ln -s b link', digests: 'different' })
