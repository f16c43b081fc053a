import { alike } from 'polygraph/probe'

export default alike({ show: 'grep -v "^Limit" /proc/self/limits' })
