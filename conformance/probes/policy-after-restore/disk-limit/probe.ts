import { program } from 'polygraph/probe'

export default program('restored.py', { sealed: true })
