import { digests } from 'polygraph/probe'

export default digests({ one: 'ln -s a link', other: 'ln -s b link', digests: 'different' })
